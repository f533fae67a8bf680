"use client";

import { Activity } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { JsonView } from "../../_components/json-view.tsx";
import { Link } from "../../_components/link.tsx";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Api } from "../../_lib/api.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { ChangeTable } from "../_history/change-table.tsx";
import { ForDevelopers } from "../_history/for-developers.tsx";
import { groupEntries } from "../_history/group-entries.ts";
import { historyColumns } from "../_history/history-columns.tsx";
import { kindFilter } from "../_history/kind-filter.ts";
import { linkedObjects } from "../_history/linked-objects.ts";
import { ObjectLinks } from "../_history/object-links.tsx";
import { HISTORY_SEARCH } from "../_history/search-words.ts";
import { startOf, TIME_FILTER } from "../_history/time-filter.ts";

type Row = Awaited<ReturnType<Api["events"]["browse"]["query"]>>["data"][number];

const COLUMNS = historyColumns<Row>({
  typeOf: ({ type }) => type,
  details: (row) => <EventDetails row={row} />,
});

/** What an event is about: each preview of a change makes a quote, and all of one subscription for one plan say the same. */
function thingOf({ object_type: type, object_id: id, data, sentence }: Row): string {
  if (type !== "quote") return id;
  const subscription = linkedObjects(type, id, data).find(({ kind }) => kind === "Subscription");
  return `${subscription?.id ?? id} ${sentence}`;
}

function EventDetails({ row }: { row: Row }) {
  return (
    <>
      <ObjectLinks type={row.object_type} id={row.object_id} data={row.data} />
      <ChangeTable before={null} after={row.data} />
      <ForDevelopers>
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <code className="font-mono text-xs leading-6">{row.type}</code>
          <CopyButton value={row.id} label="id of the event" />
          <CopyButton value={row.object_id} label="id of the object" />
          <span className="text-xs leading-6 text-muted">No. {row.sequence} of this object</span>
        </div>
        <JsonView value={row.data} label="The object after the change" />
      </ForDevelopers>
    </>
  );
}

/** Says where no webhook endpoint listens, and leads to them. */
function Listeners() {
  const { data } = useLoaded("first endpoint", null, (api, signal) =>
    api.webhookEndpoints.list.query({ limit: 1 }, { signal }),
  );
  if (data?.data.length !== 0) return null;
  return (
    <p className="text-[0.8125rem] text-muted">
      No endpoint listens yet.{" "}
      <Link href="/webhook-endpoints" className="rounded font-medium text-link hover:underline">
        Open webhooks
      </Link>
    </p>
  );
}

/** The events of the tenant, or of given objects. */
export function EventsTable({ objectIds, title }: { objectIds?: string[]; title?: string }) {
  return (
    <DataTable
      name="events"
      title={title}
      columns={COLUMNS}
      {...(!objectIds && {
        search: HISTORY_SEARCH,
        filters: [kindFilter("kind"), TIME_FILTER],
      })}
      query={(api) => api.events.browse}
      input={({ q, filters }, page) => ({
        ...page,
        ...(objectIds ? { object_ids: objectIds } : q && { about: q }),
        ...(filters.kind && { type: filters.kind }),
        ...startOf(filters.since),
      })}
      arrange={(rows: Row[]) => groupEntries(rows, ({ type }) => type, thingOf)}
      csv={({ data, ...row }) => ({ ...row, data: JSON.stringify(data) })}
      empty={
        <Empty Icon={Activity} title="No events yet" action={<Listeners />}>
          Usher writes an event with each change of a customer, subscription, invoice or price.
        </Empty>
      }
    />
  );
}
