import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { lockEndpoint } from "./load-endpoint.ts";
import type { RotateWebhookSecret } from "./rotate-secret-schema.ts";
import type { WebhookEndpointWithSecret } from "./schema.ts";
import { issueSecret } from "./secrets.ts";
import { viewEndpoint } from "./view-endpoint.ts";

/** Gives an endpoint a new secret, shown only once; the old one also signs until the overlap ends. Throws webhook_endpoint_not_found. */
export async function rotateSecret(
  scope: Scope,
  { endpoint_id: id, overlap_seconds }: z.output<typeof RotateWebhookSecret>,
): Promise<z.output<typeof WebhookEndpointWithSecret>> {
  return scope.db.$transaction(async (tx) => {
    const after = viewEndpoint(await lockEndpoint(tx, scope, id), scope.clock.now());
    const secret = await issueSecret(tx, scope, id, overlap_seconds);
    const type = "webhook_endpoint.secret_rotated";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    return { ...after, secret };
  });
}
