"use client";

import { ListOrdered } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import { Nothing } from "../../_components/nothing.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { type Filter, listInput, narrowing, statusFilter } from "../../_components/table/list.ts";
import { RowName } from "../../_components/table/row-name.tsx";
import { StatusViews } from "../../_components/table/status-views.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { Funnel } from "./funnel.tsx";
import { WaitlistActions } from "./waitlist-actions.tsx";

const EntryDialog = dynamic(() => import("./entry-dialog.tsx").then((part) => part.EntryDialog), {
  ssr: false,
});

type Input = Parameters<Api["waitlist"]["browse"]["query"]>[0];
type FileInput = Parameters<Api["waitlist"]["exportPage"]["query"]>[0];
type Row = Awaited<ReturnType<Api["waitlist"]["browse"]["query"]>>["data"][number];

const STATUS: Filter = {
  ...statusFilter(["PENDING", "INVITED", "REGISTERED", "REJECTED"]),
  isInViews: true,
};

/** The columns; a click on a person opens their entry. */
const columnsFor = (setEntry: (id: string) => unknown): Column<Row>[] => [
  {
    id: "email",
    header: "Person",
    lines: 2,
    sort: "email",
    cell: ({ id, name, email }) => (
      <button
        type="button"
        onClick={() => void setEntry(id)}
        className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
      >
        <RowName name={name ?? email} also={name && email} />
      </button>
    ),
  },
  { id: "status", header: "Status", isAside: true, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "referrals",
    header: "Referrals",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ referral_count: count }) => (count === 0 ? <Nothing>0</Nothing> : formatCount(count)),
  },
  {
    id: "invited",
    header: "Invited",
    align: "right",
    from: "md",
    cell: ({ invited_at: iso }) => <Moment iso={iso} />,
  },
  {
    id: "joined",
    header: "Joined",
    sort: "created_at",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

/** The waitlist in order, with its actions. */
export function WaitlistPage() {
  const mayChange = useMay("ADMIN");
  const { tenant } = useDashboard();
  const [entry, setEntry] = useQueryState("entry", parseAsString);
  const columns = useMemo(() => columnsFor(setEntry), [setEntry]);
  return (
    <>
      <PageHeader
        title="Waitlist"
        description="People who are waiting for an invitation, in the order they joined."
        actions={mayChange && <WaitlistActions />}
      />
      <Funnel />
      <StatusViews label="Waitlist by status" filter={STATUS} list="entries" />
      <DataTable
        name="entries"
        columns={columns}
        search="E-mail, @domain or id"
        filters={[STATUS]}
        initialSort={{ sort: "created_at", order: "asc" }}
        query={(api) => api.waitlist.browse}
        input={(state, page) => listInput(state, page) as Input}
        {...(mayChange && {
          bulk: (rows: Row[], clear: () => void) => <BulkActions rows={rows} clear={clear} />,
        })}
        file={(api, state, cursor) =>
          api.waitlist.exportPage.query({ ...narrowing(state), ...(cursor && { cursor }) } as FileInput)
        }
        empty={
          <Empty
            Icon={ListOrdered}
            title="The waitlist is empty"
            action={
              <Button asChild variant="secondary">
                <a href={`/p/${tenant.tenantSlug}/waitlist`} target="_blank" rel="noreferrer">
                  Open your waitlist page<span className="sr-only"> (opens a new tab)</span>
                </a>
              </Button>
            }
          >
            People join it on that page, or on a page of your own that calls the API. You can also import a
            CSV file.
          </Empty>
        }
      />

      {entry && <EntryDialog id={entry} close={() => void setEntry(null)} />}
    </>
  );
}
