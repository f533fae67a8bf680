import type { Api } from "../../../_lib/api.ts";

/** An endpoint with what became of its deliveries. */
export type Endpoint = Awaited<ReturnType<Api["webhookEndpoints"]["get"]["query"]>>;
