import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** How many charges need a decision. */
export function heldCountQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "held charges"],
    queryFn: ({ signal }) => api.ledger.countHeld.query({}, { signal }),
  });
}

/** The tenant's figures. */
export function overviewQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "overview"],
    queryFn: ({ signal }) => api.analytics.overview.query({}, { signal }),
  });
}
