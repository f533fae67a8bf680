"use client";

import { ScrollText } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { JsonView } from "../../_components/json-view.tsx";
import { Moment } from "../../_components/moment.tsx";
import { OnlyFor } from "../../_components/only-for.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { WindowButton } from "../../_components/window-button.tsx";
import type { Api } from "../../_lib/api.ts";

type Row = Awaited<ReturnType<Api["audit"]["browse"]["query"]>>["data"][number];

const ACTORS = { USER: "Person", APPLICATION: "Application", SYSTEM: "Usher" };

const COLUMNS: Column<Row>[] = [
  {
    id: "action",
    header: "Action",
    cell: (row) => (
      <WindowButton title={row.action} description={<Moment iso={row.created_at} isExact />}>
        {() => (
          <>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
              <Badge>{ACTORS[row.actor_type]}</Badge>
              {row.actor_name ?? row.actor_id}
              <CopyButton value={row.request_id} label="request id" />
            </p>
            {row.before !== null && (
              <div>
                <h3 className="mb-1 text-xs font-medium text-muted">Before</h3>
                <JsonView value={row.before} label="The object before" className="max-h-64" />
              </div>
            )}
            <div>
              <h3 className="mb-1 text-xs font-medium text-muted">After</h3>
              <JsonView value={row.after} label="The object after" className="max-h-64" />
            </div>
          </>
        )}
      </WindowButton>
    ),
  },
  {
    id: "actor",
    header: "By",
    from: "sm",
    onCard: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <Badge>{ACTORS[row.actor_type]}</Badge>
        <span className="max-w-48 truncate">{row.actor_name ?? row.actor_id}</span>
      </span>
    ),
  },
  {
    id: "object",
    header: "Object",
    from: "md",
    cell: ({ object_id: objectId }) => (
      <span className="relative z-10">
        <CopyButton value={objectId} className="max-w-56" />
      </span>
    ),
  },
  {
    id: "when",
    header: "When",
    isAside: true,
    align: "right",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

/** The audit log. */
export function AuditLog() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who changed what, and by which request. Entries are never changed or removed."
      />
      <OnlyFor least="ADMIN">
        <DataTable
          name="audit entries"
          columns={COLUMNS}
          search="Id of an object"
          query={(api) => api.audit.browse}
          input={({ q }, page) => ({ ...page, ...(q && { object_ids: [q.trim()] }) })}
          csv={({ before, after, ...row }) => ({
            ...row,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
          })}
          empty={<Empty Icon={ScrollText} title="No changes yet" />}
        />
      </OnlyFor>
    </>
  );
}
