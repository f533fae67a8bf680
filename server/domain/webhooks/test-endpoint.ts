import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { lockEndpoint } from "./load-endpoint.ts";
import type { WebhookEndpointId } from "./schema.ts";
import type { TestedEndpoint } from "./test-endpoint-schema.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** Sends a test event to this endpoint alone. Throws webhook_endpoint_not_found or webhook_endpoint_disabled. */
export async function testEndpoint(
  scope: Scope,
  { endpoint_id: id }: z.output<typeof WebhookEndpointId>,
): Promise<z.output<typeof TestedEndpoint>> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    // The lock prevents every other event of this endpoint, so that the newest is ours.
    const endpoint = await lockEndpoint(tx, scope, id);
    if (endpoint.disabledAt) throw new ApiError("webhook_endpoint_disabled");
    const after = viewEndpoint(endpoint, scope.clock.now());
    const type = "webhook_endpoint.tested";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    const event = await tx.event.findFirstOrThrow({
      where: { tenantId, objectId: id },
      orderBy: { sequence: "desc" },
      select: { id: true },
    });
    return { event_id: event.id };
  });
}
