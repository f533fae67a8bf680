"use client";

import { ListOrdered } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { type Column, DataTable } from "../../_components/table/data-table.tsx";
import { listInput, statusFilter } from "../../_components/table/list.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { useAction, useLoaded, useMay } from "../../_lib/use-loaded.ts";

const ImportDialog = dynamic(() => import("./import-dialog.tsx").then((part) => part.ImportDialog), {
  ssr: false,
  loading: () => (
    <Button variant="secondary" disabled>
      Import
    </Button>
  ),
});

const EntryDialog = dynamic(() => import("./entry-dialog.tsx").then((part) => part.EntryDialog), {
  ssr: false,
});

type Input = Parameters<Api["waitlist"]["browse"]["query"]>[0];
type Row = Awaited<ReturnType<Api["waitlist"]["browse"]["query"]>>["data"][number];

const FILTERS = [statusFilter(["PENDING", "INVITED", "REGISTERED", "REJECTED"])];

/** The line, and whom to let in. */
export function WaitlistPage() {
  const mayChange = useMay("ADMIN");
  const [entry, setEntry] = useQueryState("entry", parseAsString);
  const { data: funnel } = useLoaded("waitlist funnel", "all", (api, signal) =>
    api.waitlist.funnel.query({}, { signal }),
  );
  const columns: Column<Row>[] = [
    {
      id: "email",
      header: "Person",
      sort: "email",
      cell: ({ id, name, email }) => (
        <button
          type="button"
          onClick={() => void setEntry(id)}
          className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
        >
          <span className="block truncate font-medium">{name ?? email}</span>
          {name && <span className="block truncate text-xs text-muted">{email}</span>}
        </button>
      ),
    },
    { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: "referrals",
      header: "Referrals",
      align: "right",
      className: "max-md:hidden",
      cell: ({ referral_count: count }) => formatCount(count),
    },
    {
      id: "invited",
      header: "Invited",
      align: "right",
      className: "max-md:hidden",
      cell: ({ invited_at: iso }) => <Moment iso={iso} />,
    },
    {
      id: "joined",
      header: "Joined",
      sort: "created_at",
      align: "right",
      className: "max-sm:hidden",
      cell: ({ created_at: iso }) => <Moment iso={iso} />,
    },
  ];
  return (
    <>
      <PageHeader
        title="Waitlist"
        description="People who are waiting for an invitation, in the order they joined."
        actions={
          mayChange && (
            <>
              <ActionDialog
                trigger={<Button variant="secondary">Add</Button>}
                title="Add a person to the waitlist"
                schema={async () =>
                  (await import("../../../server/domain/admission/waitlist/schema.ts")).JoinWaitlist
                }
                fields={[
                  { name: "email", label: "E-mail", kind: "email", isRequired: true },
                  { name: "name", label: "Name" },
                ]}
                submit="Add"
                done="The person is on the waitlist."
                act={(api, input) => api.waitlist.join.mutate(input)}
              />
              <ImportDialog />
              <ActionDialog
                trigger={<Button>Invite the first…</Button>}
                title="Invite from the front of the line"
                description="Each person gets an invitation by mail. It expires after a week."
                schema={async () =>
                  (await import("../../../server/domain/admission/invitations/entry-schema.ts")).InviteEntries
                }
                fields={[
                  {
                    name: "oldest",
                    label: "How many",
                    kind: "number",
                    isRequired: true,
                    hint: "Up to 1,000 at a time.",
                  },
                ]}
                initial={{ oldest: 10 }}
                submit="Invite"
                act={(api, input) => api.waitlist.inviteMany.mutate(input)}
                done={({ invited, refused }) =>
                  `${formatCount(invited.length)} invited${refused.length > 0 ? `, ${formatCount(refused.length)} could not be` : ""}.`
                }
              />
            </>
          )
        }
      />
      <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-4" aria-label="Funnel">
        {(["joined", "invited", "registered", "paying"] as const).map((step) => (
          <div key={step} className="rounded-lg border bg-surface px-4 py-3 shadow-card">
            <dt className="text-xs text-muted capitalize">{step}</dt>
            <dd className="text-xl font-semibold tracking-tight tabular-nums">
              {funnel ? formatCount(funnel[step]) : "–"}
            </dd>
          </div>
        ))}
      </dl>
      <DataTable
        name="entries"
        columns={columns}
        search="E-mail or id"
        filters={FILTERS}
        initialSort={{ sort: "created_at", order: "asc" }}
        load={(api, state, page, signal) =>
          api.waitlist.browse.query(listInput(state, page) as Input, { signal })
        }
        {...(mayChange && {
          bulk: (rows: Row[], clear: () => void) => <BulkActions rows={rows} clear={clear} />,
        })}
        csv={(row) => ({ ...row })}
        empty={
          <Empty Icon={ListOrdered} title="The waitlist is empty">
            Send people here with POST /v1/waitlist from your page, or import a CSV file.
          </Empty>
        }
      />
      {entry && <EntryDialog id={entry} close={() => void setEntry(null)} />}
    </>
  );
}

function BulkActions({ rows, clear }: { rows: Row[]; clear: () => void }) {
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
