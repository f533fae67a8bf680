import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type * as schema from "./schema.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** The tenant's endpoints, newest first. */
export async function listEndpoints(
  { tenantId, db }: Scope,
  { limit, cursor }: z.output<typeof schema.ListWebhookEndpoints>,
): Promise<z.output<typeof schema.WebhookEndpointPage>> {
  const rows = await db.webhookEndpoint.findMany({
    ...newestFirst(tenantId, { cursor, limit }),
  });
  return toPage(rows, limit, viewEndpoint);
}
