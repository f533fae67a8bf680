import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { requireUsable } from "./addresses.ts";
import type { CreateWebhookEndpoint } from "./create-endpoint-schema.ts";
import { MAX_ENDPOINTS } from "./rules.ts";
import type { WebhookEndpointWithSecret } from "./schema.ts";
import { issueSecret } from "./secrets.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** Adds an endpoint; its secret is only in this response. Throws webhook_url_refused or webhook_endpoints_limit_reached. */
export async function createEndpoint(
  scope: Scope,
  input: z.output<typeof CreateWebhookEndpoint>,
): Promise<z.output<typeof WebhookEndpointWithSecret>> {
  const { tenantId, clock, db } = scope;
  requireUsable(scope, input.url);
  return db.$transaction(async (tx) => {
    // One at a time, so that concurrent calls cannot exceed the limit.
    await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for no key update`;
    if ((await tx.webhookEndpoint.count({ where: { tenantId } })) >= MAX_ENDPOINTS)
      throw new ApiError("webhook_endpoints_limit_reached", { details: { limit: MAX_ENDPOINTS } });
    const now = clock.now();
    const id = newId("webhookEndpoint");
    const { url, types, description = null } = input;
    const row = await tx.webhookEndpoint.create({
      data: { tenantId, id, url, types, description, createdAt: now, updatedAt: now },
    });
    const secret = await issueSecret(tx, scope, id, 0);
    const after = viewEndpoint(row, now);
    const type = "webhook_endpoint.created";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    return { ...after, secret };
  });
}
