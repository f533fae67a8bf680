"use client";

import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import { Empty } from "../../../_components/empty.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Nothing } from "../../../_components/nothing.tsx";
import type { Column } from "../../../_components/table/column.ts";
import { DataTable } from "../../../_components/table/data-table.tsx";
import { chosenFilters, statusFilter } from "../../../_components/table/list.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../_components/ui/tabs.tsx";
import type { Api } from "../../../_lib/api.ts";
import { FailureReason } from "../failure-reason.tsx";
import { DeliveryState } from "./delivery-state.tsx";
import { NextTry } from "./next-try.tsx";

const DeliveryDialog = dynamic(() => import("./delivery-dialog.tsx").then((part) => part.DeliveryDialog), {
  ssr: false,
});

type Input = Parameters<Api["webhookEndpoints"]["listDeliveries"]["query"]>[0];
type Delivery = Awaited<ReturnType<Api["webhookEndpoints"]["listDeliveries"]["query"]>>["data"][number];

const REFRESH_MS = 5_000;

/** The views of the list, by their status. */
const VIEWS = [
  { value: "ALL", label: "All" },
  { value: "FAILED", label: "Failed" },
  { value: "PENDING", label: "Waiting" },
  { value: "DELIVERED", label: "Delivered" },
] as const;

/** What the address says: the open delivery, the view, and the list's page (useListState). */
const PLACE = { event: parseAsString, status: parseAsString, "deliveries-page": parseAsString };

/** The deliveries to one endpoint; a click on the event opens its delivery. */
export function DeliveriesTable({ endpointId }: { endpointId: string }) {
  const [{ event: chosen, status }, setPlace] = useQueryStates(PLACE);
  const view = status ?? "ALL";
  return (
    <Tabs
      value={view}
      onValueChange={(value) =>
        void setPlace({ status: value === "ALL" ? null : value, "deliveries-page": null })
      }
    >
      <TabsList aria-label="Deliveries">
        {VIEWS.map(({ value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={view}>
        <DataTable
          name="deliveries"
          columns={COLUMNS}
          refetchInterval={REFRESH_MS}
          filters={[{ ...statusFilter([]), isInViews: true }]}
          query={deliveriesOf}
          input={({ filters }, page) =>
            ({ endpoint_id: endpointId, ...page, ...chosenFilters(filters) }) as Input
          }
          csv={(row) => ({ ...row })}
          empty={
            <Empty Icon={Send} title="No deliveries yet">
              Send a test event, or wait for the next change.
            </Empty>
          }
        />
      </TabsContent>
      {chosen && (
        <DeliveryDialog
          endpointId={endpointId}
          eventId={chosen}
          close={() => void setPlace({ event: null })}
        />
      )}
    </Tabs>
  );
}

/** The event's type, which opens its delivery. */
function EventButton({ delivery: { type, event_id: event } }: { delivery: Delivery }) {
  const [, setPlace] = useQueryStates(PLACE);
  return (
    <button
      type="button"
      onClick={() => void setPlace({ event })}
      className="block max-w-full truncate rounded text-left font-mono text-xs after:absolute after:inset-0"
    >
      {type}
    </button>
  );
}

/** Always the same ones: with others the rows would be made anew, and the focus in them would be lost. */
const COLUMNS: Column<Delivery & { id: string }>[] = [
  {
    id: "type",
    header: "Event",
    cell: (row) => <EventButton delivery={row} />,
  },
  { id: "status", header: "Status", isAside: true, cell: (row) => <DeliveryState delivery={row} /> },
  {
    id: "answer",
    header: "Answer",
    from: "sm",
    onCard: true,
    className: "text-muted",
    cell: ({ response_status: answer, last_error: reason }) => (
      <span className="block max-w-64 truncate xl:max-w-md">
        {reason ? <FailureReason reason={reason} /> : (answer ?? <Nothing />)}
      </span>
    ),
  },
  {
    id: "attempts",
    header: "Tries",
    align: "right",
    from: "md",
    cell: ({ attempts }) => attempts,
  },
  {
    id: "next",
    header: "Next try",
    align: "right",
    from: "lg",
    cell: ({ next_attempt_at: iso }) => <NextTry iso={iso} />,
  },
  {
    id: "created",
    header: "Queued",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

const deliveriesOf = (api: Api) => ({
  async query(input: Input, options: { signal?: AbortSignal }) {
    const { data, next_cursor } = await api.webhookEndpoints.listDeliveries.query(input, options);
    return { data: data.map((row) => ({ ...row, id: row.event_id })), next_cursor };
  },
});
