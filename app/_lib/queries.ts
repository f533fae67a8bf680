import { queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

/** The tenant's figures. */
export function overviewQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "overview"],
    queryFn: ({ signal }) => api.analytics.overview.query({}, { signal }),
  });
}
