"use client";

import { Activity } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { JsonView } from "../../_components/json-view.tsx";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { WindowButton } from "../../_components/window-button.tsx";
import type { Api } from "../../_lib/api.ts";

type Row = Awaited<ReturnType<Api["events"]["browse"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "type",
    header: "Event",
    cell: (row) => (
      <WindowButton title={row.type} description={<Moment iso={row.created_at} isExact />}>
        {() => (
          <>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              <CopyButton value={row.id} />
              <CopyButton value={row.object_id} />
            </div>
            <JsonView value={row.data} label="The object after the change" />
          </>
        )}
      </WindowButton>
    ),
  },
  {
    id: "object",
    header: "Object",
    from: "sm",
    onCard: true,
    cell: ({ object_id: objectId }) => (
      <span className="relative z-10">
        <CopyButton value={objectId} className="max-w-64" />
      </span>
    ),
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

const KINDS = [
  "subscription",
  "customer",
  "usage",
  "override",
  "waitlist",
  "invitation",
  "pack",
  "plan",
  "product",
  "user",
  "application",
  "settings",
];

/** The events of the tenant, or of given objects. */
export function EventsTable({ objectIds }: { objectIds?: string[] }) {
  return (
    <DataTable
      name="events"
      columns={COLUMNS}
      {...(!objectIds && {
        search: "Id of an object",
        filters: [
          { name: "kind", label: "Kind", options: KINDS.map((kind) => ({ value: `${kind}.`, label: kind })) },
        ],
      })}
      query={(api) => api.events.browse}
      input={({ q, filters }, page) => ({
        ...page,
        ...(objectIds ? { object_ids: objectIds } : q && { object_ids: [q.trim()] }),
        ...(filters.kind && { type: filters.kind }),
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
