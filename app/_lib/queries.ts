import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Api } from "./api.ts";

const APPLICATIONS_SHOWN = 20;

/** The tenant's figures. */
export function overviewQuery(api: Api, tenantId: string) {
  return queryOptions({
    queryKey: [tenantId, "overview"],
    queryFn: ({ signal }) => api.analytics.overview.query({}, { signal }),
  });
}

/** The tenant's applications, page by page. */
export function applicationsQuery(api: Api, tenantId: string) {
  return infiniteQueryOptions({
    queryKey: [tenantId, "applications"],
    queryFn: ({ pageParam, signal }) =>
      api.applications.list.query(
        { limit: APPLICATIONS_SHOWN, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
}
