import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { DeletedWebhookEndpoint } from "./delete-endpoint-schema.ts";
import { lockEndpoint } from "./load-endpoint.ts";
import type { WebhookEndpointId } from "./schema.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/**
 * Deletes an endpoint and its secrets at once. Nothing more is sent; a job deletes its deliveries and their log. Throws
 * webhook_endpoint_not_found.
 */
export async function deleteEndpoint(
  scope: Scope,
  { endpoint_id: id }: z.output<typeof WebhookEndpointId>,
): Promise<z.output<typeof DeletedWebhookEndpoint>> {
  const { tenantId, db } = scope;
  const after = { id, deleted: true } as const;
  await db.$transaction(async (tx) => {
    const before = viewEndpoint(await lockEndpoint(tx, scope, id), scope.clock.now());
    await tx.webhookEndpoint.delete({ where: { tenantId_id: { tenantId, id } } });
    const type = "webhook_endpoint.deleted";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, before, after });
  });
  return after;
}
