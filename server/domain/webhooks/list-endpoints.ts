import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { FailingEndpoints, ListWebhookEndpoints, WebhookEndpointPage } from "./list-endpoints-schema.ts";
import { endpointState, needsMending } from "./rules.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** The tenant's endpoints, newest first, with how many deliveries wait for each. */
export async function listEndpoints(
  { tenantId, db, clock }: Scope,
  { limit, cursor }: z.output<typeof ListWebhookEndpoints>,
): Promise<z.output<typeof WebhookEndpointPage>> {
  const rows = await db.webhookEndpoint.findMany({
    ...newestFirst(tenantId, { cursor, limit }),
  });
  const waiting = await db.webhookDelivery.groupBy({
    by: ["endpointId"],
    where: { tenantId, endpointId: { in: rows.map(({ id }) => id) }, status: "PENDING" },
    _count: true,
  });
  const countOf = new Map(waiting.map(({ endpointId, _count }) => [endpointId, _count]));
  return toPage(rows, limit, (row) => ({
    ...viewEndpoint(row, clock.now()),
    waiting: countOf.get(row.id) ?? 0,
  }));
}

/** The tenant's endpoints that events do not reach though nobody wanted that, the one that failed first at the top. */
export async function listFailingEndpoints({
  tenantId,
  db,
  clock,
}: Scope): Promise<z.output<typeof FailingEndpoints>> {
  const now = clock.now();
  const rows = await db.webhookEndpoint.findMany({
    where: { tenantId },
    orderBy: [{ failingSince: "asc" }, { id: "asc" }],
  });
  return {
    data: rows
      .filter((row) => needsMending(row, now))
      .map((row) => ({ id: row.id, url: row.url, state: endpointState(row, now) })),
  };
}
