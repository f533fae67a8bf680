"use client";

import { Activity } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { JsonView } from "../../_components/json-view.tsx";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Api } from "../../_lib/api.ts";
import { ChangeTable } from "../_history/change-table.tsx";
import { ForDevelopers } from "../_history/for-developers.tsx";
import { kindFilter } from "../_history/kind-filter.ts";
import { ObjectLinks } from "../_history/object-links.tsx";
import { SentenceCell } from "../_history/sentence-cell.tsx";
import { startOf, TIME_FILTER } from "../_history/time-filter.ts";

type Row = Awaited<ReturnType<Api["events"]["browse"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "type",
    header: "What happened",
    className: "max-w-md",
    lines: 2,
    cell: (row) => (
      <SentenceCell row={row} description={<Moment iso={row.created_at} isExact />}>
        {() => (
          <>
            <ObjectLinks type={row.object_type} id={row.object_id} data={row.data} />
            <ChangeTable before={null} after={row.data} />
            <ForDevelopers>
              <div className="flex flex-wrap gap-x-4 gap-y-1">
                <code className="font-mono text-xs leading-6">{row.type}</code>
                <CopyButton value={row.id} />
                <CopyButton value={row.object_id} />
              </div>
              <JsonView value={row.data} label="The object after the change" />
            </ForDevelopers>
          </>
        )}
      </SentenceCell>
    ),
  },
  {
    id: "kind",
    header: "Type",
    from: "md",
    onCard: true,
    cell: ({ type }) => <code className="font-mono text-xs text-muted">{type}</code>,
  },
  {
    id: "sequence",
    header: "No.",
    align: "right",
    from: "md",
    className: "text-muted",
    cell: ({ sequence }) => sequence,
  },
  {
    id: "when",
    header: "When",
    isAside: true,
    align: "right",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

/** The events of the tenant, or of given objects. */
export function EventsTable({ objectIds, title }: { objectIds?: string[]; title?: string }) {
  return (
    <DataTable
      name="events"
      title={title}
      columns={COLUMNS}
      {...(!objectIds && {
        search: "Id of an object",
        filters: [kindFilter("kind"), TIME_FILTER],
      })}
      query={(api) => api.events.browse}
      input={({ q, filters }, page) => ({
        ...page,
        ...(objectIds ? { object_ids: objectIds } : q && { object_ids: [q.trim()] }),
        ...(filters.kind && { type: filters.kind }),
        ...startOf(filters.since),
      })}
      csv={({ data, ...row }) => ({ ...row, data: JSON.stringify(data) })}
      empty={
        <Empty Icon={Activity} title="No events yet">
          Usher writes an event in the transaction of each change.
        </Empty>
      }
    />
  );
}
