import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** How many charges need a decision. */
export function heldCountQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "held charges"],
    queryFn: ({ signal }) => api.ledger.countHeld.query({}, { signal }),
  });
}

/** The steps from an empty installation to the first customer; asked again until all are done. */
export function firstStepsQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "first steps"],
    queryFn: ({ signal }) => api.analytics.firstSteps.query({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_done ? false : 5_000),
  });
}

const MOST_NOTICES = 50;

/** The open notices about invoices, newest first: 50 at most. */
export function openNoticesQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "open notices"],
    queryFn: ({ signal }) =>
      api.invoiceNotices.list.query({ is_open: true, limit: MOST_NOTICES }, { signal }),
  });
}

/** How many invoices are overdue, and what is left to pay of them. */
export function overdueQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "overdue invoices"],
    queryFn: ({ signal }) => api.invoices.sum.query({ is_overdue: true }, { signal }),
  });
}

/** Credit of ended subscriptions that no invoice uses by itself. */
export function leftCreditQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "left credit"],
    queryFn: ({ signal }) => api.ledger.leftCredit.query({}, { signal }),
  });
}

/** Where money waits for a person, with sums. */
export function attentionQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "attention"],
    queryFn: ({ signal }) => api.analytics.attention.query({}, { signal }),
  });
}

/** The webhook endpoints that events do not reach. */
export function failingEndpointsQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "failing endpoints"],
    queryFn: ({ signal }) => api.webhookEndpoints.failing.query({}, { signal }),
  });
}

/** What the addresses of webhook endpoints must be. */
export function addressRuleQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "endpoint addresses"],
    queryFn: ({ signal }) => api.webhookEndpoints.addressRule.query({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The tenant's figures. */
export function overviewQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "overview"],
    queryFn: ({ signal }) => api.analytics.overview.query({}, { signal }),
  });
}

/** What is missing so that customers can pay. */
export function setupGapsQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "setup gaps"],
    queryFn: ({ signal }) => api.analytics.setupGaps.query({}, { signal }),
  });
}
