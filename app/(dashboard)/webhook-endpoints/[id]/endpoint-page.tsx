"use client";

import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { Empty } from "../../../_components/empty.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { StatusBadge } from "../../../_components/status-badge.tsx";
import { type Column, DataTable } from "../../../_components/table/data-table.tsx";
import { chosenFilters, statusFilter } from "../../../_components/table/list.ts";
import { Alert } from "../../../_components/ui/alert.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { EndpointState } from "../webhooks-page.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";

const DeliveryDialog = dynamic(() => import("./delivery-dialog.tsx").then((part) => part.DeliveryDialog), {
  ssr: false,
});

type Input = Parameters<Api["webhookEndpoints"]["listDeliveries"]["query"]>[0];
type Delivery = Awaited<ReturnType<Api["webhookEndpoints"]["listDeliveries"]["query"]>>["data"][number];

const BACK = { href: "/webhook-endpoints", label: "Webhooks" } as const;
const REFRESH_MS = 5_000;
const REASONS = {
  BY_HAND: "It was disabled by hand.",
  FAILING: "Nothing succeeded for five days.",
  GONE: "It answered 410, which asks to be left alone.",
};

/** One endpoint and what was sent to it. */
export function EndpointPage({ id }: { id: string }) {
  const [chosen, setChosen] = useQueryState("event", parseAsString);
  const {
    data: endpoint,
    error,
    refetch,
  } = useLoaded("endpoint", id, (api, signal) =>
    api.webhookEndpoints.get.query({ endpoint_id: id }, { signal }),
  );
  if (error && !endpoint)
    return (
      <>
        <PageHeader title="Webhook endpoint" back={BACK} />
        <LoadFailure what="The endpoint" error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!endpoint) return <Loading />;
  const columns: Column<Delivery & { id: string }>[] = [
    {
      id: "type",
      header: "Event",
      cell: ({ type, event_id: event }) => (
        <button
          type="button"
          onClick={() => void setChosen(event)}
          className="block max-w-full truncate rounded text-left font-mono text-xs after:absolute after:inset-0"
        >
          {type}
        </button>
      ),
    },
    { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: "answer",
      header: "Answer",
      className: "max-sm:hidden text-muted",
      cell: ({ response_status: answer, last_error: reason }) => (
        <span className="block max-w-64 truncate">{reason ?? answer ?? "–"}</span>
      ),
    },
    {
      id: "attempts",
      header: "Tries",
      align: "right",
      className: "max-md:hidden",
      cell: ({ attempts }) => attempts,
    },
    {
      id: "created",
      header: "Queued",
      align: "right",
      className: "max-sm:hidden",
      cell: ({ created_at: iso }) => <Moment iso={iso} />,
    },
  ];
  return (
    <>
      <PageHeader
        back={BACK}
        title={endpoint.url}
        {...(endpoint.description && { description: endpoint.description })}
        badges={<EndpointState endpoint={endpoint} />}
        actions={<EndpointActions endpoint={endpoint} />}
      />
      {endpoint.disabled_at && (
        <Alert tone="negative" className="mb-4">
          Nothing is sent since <Moment iso={endpoint.disabled_at} isExact />.{" "}
          {endpoint.disabled_reason && REASONS[endpoint.disabled_reason]} Pending deliveries are kept.
        </Alert>
      )}
      <DataTable
        name="deliveries"
        columns={columns}
        refetchInterval={REFRESH_MS}
        filters={[statusFilter(["PENDING", "DELIVERED", "FAILED"])]}
        load={async (api, { filters }, page, signal) => {
          const wanted = { endpoint_id: id, ...page, ...chosenFilters(filters) };
          // What stands in the address bar the server checks.
          const { data, next_cursor } = await api.webhookEndpoints.listDeliveries.query(wanted as Input, {
            signal,
          });
          return { data: data.map((row) => ({ ...row, id: row.event_id })), next_cursor };
        }}
        csv={(row) => ({ ...row })}
        empty={
          <Empty Icon={Send} title="No deliveries yet">
            Send a test event, or wait for the next change.
          </Empty>
        }
      />
      {chosen && <DeliveryDialog endpointId={id} eventId={chosen} close={() => void setChosen(null)} />}
    </>
  );
}
