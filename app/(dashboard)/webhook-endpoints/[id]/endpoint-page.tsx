"use client";

import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { EndpointState } from "../endpoint-state.tsx";
import { DeliveriesTable } from "./deliveries-table.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { EndpointTrouble } from "./endpoint-trouble.tsx";

const BACK = { href: "/webhook-endpoints", label: "Webhooks" } as const;

/** As often as its deliveries. */
const REFRESH_MS = 5_000;

/** One endpoint: what is wrong with it, what one asks of it first, and its deliveries. */
export function EndpointPage({ id }: { id: string }) {
  const {
    data: endpoint,
    error,
    refetch,
  } = useLoaded(
    "endpoint",
    id,
    (api, signal) => api.webhookEndpoints.get.query({ endpoint_id: id }, { signal }),
    { refetchInterval: REFRESH_MS },
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
      <EndpointTrouble endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
      <DeliveriesTable endpointId={id} />
    </>
  );
}
