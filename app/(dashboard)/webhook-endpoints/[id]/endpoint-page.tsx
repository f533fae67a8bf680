"use client";

import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { EndpointState } from "../webhooks-page.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";

const BACK = { href: "/webhook-endpoints", label: "Webhooks" } as const;
const REASONS = {
  BY_HAND: "It was disabled by hand.",
  FAILING: "Nothing succeeded for five days.",
  GONE: "It answered 410, which asks to be left alone.",
};

/** One endpoint with its deliveries. */
export function EndpointPage({ id }: { id: string }) {
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
        <LoadFailure
          what="The endpoint"
          error={error}
          onRetry={() => void refetch()}
          list={{ href: "/webhook-endpoints", label: "All endpoints" }}
        />
      </>
    );
  if (!endpoint) return <Loading />;
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
      <DeliveriesTable endpointId={id} />
    </>
  );
}
