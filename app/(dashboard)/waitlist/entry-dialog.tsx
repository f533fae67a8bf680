"use client";

import { CopyButton } from "../../_components/copy-button.tsx";
import { Details } from "../../_components/details.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Moment } from "../../_components/moment.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "../../_components/ui/dialog.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import type { Api } from "../../_lib/api.ts";
import { useAction, useLoaded, useMay } from "../../_lib/use-loaded.ts";
import { changesOf } from "../_history/describe-fields.ts";
import { ForDevelopers } from "../_history/for-developers.tsx";

/** What was sent along when the person joined, by the names that it was sent under. */
const factsOf = (metadata: object): [string, string][] =>
  changesOf(null, metadata).map(({ field, after }) => [field, after ?? "–"]);

/** One entry of the waitlist with its actions. */
export function EntryDialog({ id, close }: { id: string; close: () => void }) {
  const mayChange = useMay("ADMIN");
  const {
    data: entry,
    error,
    refetch,
  } = useLoaded("waitlist entry", id, (api, signal) => api.waitlist.get.query({ id }, { signal }));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={entry?.name ?? entry?.email ?? "Waitlist entry"}
        description={entry?.name ? entry.email : undefined}
      >
        {error && !entry ? (
          <DialogBody>
            <LoadFailure what="The entry" error={error} onRetry={() => void refetch()} />
          </DialogBody>
        ) : !entry ? (
          <DialogBody>
            <Skeleton className="h-40 w-full" />
          </DialogBody>
        ) : (
          <>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <Details
                items={[
                  ["Status", <StatusBadge key="status" status={entry.status} />],
                  ["Place in line", entry.position ?? "–"],
                  ["Joined", <Moment key="joined" iso={entry.created_at} />],
                  ["Address confirmed", <Moment key="confirmed" iso={entry.confirmed_at} />],
                  ["Invited", <Moment key="invited" iso={entry.invited_at} />],
                  ["Registered", <Moment key="registered" iso={entry.registered_at} />],
                  ["Brought along", entry.referral_count],
                  ...factsOf(entry.metadata),
                ]}
              />
              <div className="p-4">
                <ForDevelopers>
                  <div className="flex flex-wrap gap-x-4 gap-y-1">
                    <CopyButton value={entry.id} label="id of the entry" />
                    <CopyButton value={entry.referral_code} label="referral code" />
                  </div>
                </ForDevelopers>
              </div>
            </div>
            {mayChange && <EntryActions entry={entry} close={close} />}
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

type Entry = Awaited<ReturnType<Api["waitlist"]["get"]["query"]>>;

/** The actions that the state of the entry allows. */
function EntryActions({ entry, close }: { entry: Entry; close: () => void }) {
  const { id } = entry;
  const invite = useAction((api) => api.waitlist.invite.mutate({ id }), {
    done: "They are invited. The mailbox shows the mail.",
  });
  const reject = useAction((api) => api.waitlist.reject.mutate({ id }), {
    done: "The entry was rejected.",
  });
  const reopen = useAction((api) => api.waitlist.reopen.mutate({ id }), {
    done: "The entry is back in line.",
  });
  const erase = useAction((api) => api.waitlist.erase.mutate({ id }), {
    done: "The entry was erased.",
    gone: "waitlist entry",
  });
  const isBusy = [invite, reject, reopen, erase].some(({ isPending }) => isPending);
  const isIn = (...statuses: string[]) => statuses.includes(entry.status);
  return (
    <DialogFooter className="flex-wrap">
      <Button variant="ghost" disabled={isBusy} onClick={() => erase.mutate(undefined, { onSuccess: close })}>
        Erase
      </Button>
      {isIn("PENDING", "INVITED") && (
        <Button variant="secondary" disabled={isBusy} onClick={() => reject.mutate(undefined)}>
          Reject
        </Button>
      )}
      {isIn("REJECTED") && (
        <Button variant="secondary" disabled={isBusy} onClick={() => reopen.mutate(undefined)}>
          Back in line
        </Button>
      )}
      {isIn("PENDING", "INVITED") && (
        <Button disabled={isBusy} onClick={() => invite.mutate(undefined)}>
          {isIn("INVITED") ? "Invite again" : "Invite"}
        </Button>
      )}
    </DialogFooter>
  );
}
