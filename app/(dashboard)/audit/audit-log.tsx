"use client";

import { ScrollText } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { JsonView } from "../../_components/json-view.tsx";
import { OnlyFor } from "../../_components/only-for.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Filter } from "../../_components/table/list.ts";
import type { ListState } from "../../_components/table/list-state.ts";
import { Badge } from "../../_components/ui/badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { shown } from "../../_lib/shown.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { ChangeTable } from "../_history/change-table.tsx";
import { ForDevelopers } from "../_history/for-developers.tsx";
import { groupEntries } from "../_history/group-entries.ts";
import { historyColumns } from "../_history/history-columns.tsx";
import { kindFilter } from "../_history/kind-filter.ts";
import { ObjectLinks } from "../_history/object-links.tsx";
import { HISTORY_SEARCH } from "../_history/search-words.ts";
import { startOf, TIME_FILTER } from "../_history/time-filter.ts";

type Row = Awaited<ReturnType<Api["audit"]["browse"]["query"]>>["data"][number];

/** The value of the filter for what Usher did by itself, which is no one's id. */
const BY_USHER = "usher";

const COLUMNS = historyColumns<Row>({
  typeOf: ({ action }) => action,
  details: (row) => <Entry row={row} />,
  isTimeBelow: true,
  more: [
    {
      id: "actor",
      header: "By",
      from: "sm",
      onCard: true,
      isPlain: true,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="max-w-48 truncate">{actorOf(row)}</span>
          {row.actor_type === "APPLICATION" && <Badge>Application</Badge>}
        </span>
      ),
    },
  ],
});

/** The author of an entry; Usher for what it does by itself. */
const actorOf = (row: Row): string =>
  row.actor_type === "SYSTEM" ? "Usher" : shown(row.actor_name ?? "A former member");

function Entry({ row }: { row: Row }) {
  return (
    <>
      <p className="text-[0.8125rem]">
        By {row.actor_type === "SYSTEM" ? "Usher itself" : actorOf(row)}
        {row.actor_type === "APPLICATION" && ", an application"}
      </p>
      <ObjectLinks type={row.object_type} id={row.object_id} data={row.after} />
      <ChangeTable before={row.before} after={row.after} />
      <ForDevelopers>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <code className="font-mono text-xs leading-6">{row.action}</code>
          <CopyButton value={row.object_id} label="id of the object" />
          <CopyButton value={row.actor_id} label="id of who did it" />
          <CopyButton value={row.request_id} label="request id" />
        </div>
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
      </ForDevelopers>
    </>
  );
}

/** A filter by who did it: members, applications and Usher. */
function useActorFilter(): Filter {
  const { data: members } = useLoaded("members to choose from", "all", (api, signal) =>
    api.members.list.query({}, { signal }),
  );
  const { data: applications } = useLoaded("applications to choose from", "all", (api, signal) =>
    api.applications.list.query({ limit: 200 }, { signal }),
  );
  return {
    name: "actor",
    label: "By",
    options: [
      ...(members?.members ?? []).map(({ user_id: value, email: label }) => ({ value, label })),
      ...(applications?.data ?? []).map(({ id: value, name: label }) => ({ value, label })),
      { value: BY_USHER, label: "Usher, by itself" },
    ],
  };
}

/** Search and filters as the operations take them. */
const filterOf = ({ q, filters: { actor, action, since } }: ListState) => ({
  ...(q && { about: q }),
  ...(action && { action }),
  ...(actor && (actor === BY_USHER ? { actor_type: "SYSTEM" as const } : { actor })),
  ...startOf(since),
});

/** The audit log. */
export function AuditLog() {
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who did what: each change with its author and request. Entries are never changed or removed."
      />
      <OnlyFor least="ADMIN">
        <AuditTable />
      </OnlyFor>
    </>
  );
}

function AuditTable() {
  const actors = useActorFilter();
  return (
    <DataTable
      name="audit entries"
      columns={COLUMNS}
      search={HISTORY_SEARCH}
      filters={[actors, kindFilter("action"), TIME_FILTER]}
      query={(api) => api.audit.browse}
      input={(state, page) => ({ ...page, ...filterOf(state) })}
      arrange={(rows: Row[]) =>
        groupEntries(rows, (row) => `${row.action} ${row.actor_type} ${row.actor_id}`)
      }
      file={(api, state, cursor) =>
        api.audit.exportPage.query({ ...filterOf(state), ...(cursor && { cursor }) })
      }
      empty={
        <Empty Icon={ScrollText} title="No changes yet">
          Each change that a member, an application or Usher makes appears here, and stays.
        </Empty>
      }
    />
  );
}
