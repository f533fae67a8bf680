"use client";

import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useAction } from "../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["waitlist"]["browse"]["query"]>>["data"][number];

/** Invites or rejects the chosen entries. */
export function BulkActions({ rows, clear }: { rows: Row[]; clear: () => void }) {
  const invite = useAction((api, ids: string[]) => api.waitlist.inviteMany.mutate({ ids }), {
    done: ({ invited, refused }) =>
      `${invited.length} invited${refused.length > 0 ? `, ${refused.length} could not be` : ""}.`,
  });
  const reject = useAction(
    async (api, ids: string[]) => {
      for (const id of ids) await api.waitlist.reject.mutate({ id });
      return ids.length;
    },
    { done: (count) => `${count} rejected.` },
  );
  const ids = (statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  const [invitable, rejectable] = [ids(["PENDING", "INVITED"]), ids(["PENDING", "INVITED"])];
  const isBusy = invite.isPending || reject.isPending;
  return (
    <>
      <Button
        size="small"
        disabled={isBusy || invitable.length === 0}
        onClick={() => invite.mutate(invitable, { onSuccess: clear })}
      >
        Invite {invitable.length}
      </Button>
      <Button
        size="small"
        variant="secondary"
        disabled={isBusy || rejectable.length === 0}
        onClick={() => reject.mutate(rejectable, { onSuccess: clear })}
      >
        Reject {rejectable.length}
      </Button>
    </>
  );
}
