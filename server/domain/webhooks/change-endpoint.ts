import type { z } from "zod";
import type { WebhookEndpoint } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { EventType } from "../events/types.ts";
import { requireUsable } from "./addresses.ts";
import type { UpdateWebhookEndpoint } from "./change-endpoint-schema.ts";
import { lockEndpoint } from "./load-endpoint.ts";
import { NO_FAILURES } from "./rules.ts";
import type { WebhookEndpoint as WebhookEndpointSchema } from "./schema.ts";
import { viewEndpoint } from "./view-endpoint.ts";

type Data = Partial<
  Pick<
    WebhookEndpoint,
    "url" | "description" | "types" | "failingSince" | "lastFailedAt" | "disabledAt" | "disabledReason"
  >
>;

/** Changes an endpoint's sent fields; disables and enables it. Throws webhook_endpoint_not_found or webhook_url_refused. */
export async function updateEndpoint(
  scope: Scope,
  input: z.output<typeof UpdateWebhookEndpoint>,
): Promise<z.output<typeof WebhookEndpointSchema>> {
  const { endpoint_id, disabled, ...sent } = input;
  if (sent.url !== undefined) requireUsable(scope, sent.url);
  return scope.db.$transaction(async (tx) => {
    let row = await lockEndpoint(tx, scope, endpoint_id);
    const data = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Data;
    if (data.url !== undefined && data.url !== row.url) Object.assign(data, NO_FAILURES);
    if (Object.keys(data).length > 0) row = await change(tx, scope, row, "webhook_endpoint.updated", data);
    if (disabled === true) row = await disableEndpoint(tx, scope, row, "BY_HAND");
    if (disabled === false && row.disabledAt)
      row = await change(tx, scope, row, "webhook_endpoint.enabled", {
        ...NO_FAILURES,
        disabledAt: null,
        disabledReason: null,
      });
    return viewEndpoint(row, scope.clock.now());
  });
}

/** Disables a locked endpoint; its waiting deliveries are kept. Idempotent. */
export async function disableEndpoint(
  tx: Tx,
  scope: Scope,
  row: WebhookEndpoint,
  disabledReason: NonNullable<z.output<typeof WebhookEndpointSchema>["disabled_reason"]>,
): Promise<WebhookEndpoint> {
  if (row.disabledAt) return row;
  const data = { disabledAt: scope.clock.now(), disabledReason };
  return change(tx, scope, row, "webhook_endpoint.disabled", data);
}

async function change(
  tx: Tx,
  scope: Scope,
  row: WebhookEndpoint,
  type: EventType,
  data: Data,
): Promise<WebhookEndpoint> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const changed = await tx.webhookEndpoint.update({
    where: { tenantId_id: { tenantId, id: row.id } },
    data: { ...data, updatedAt: now },
  });
  await recordChange(tx, scope, {
    type,
    objectType: "webhook_endpoint",
    objectId: row.id,
    before: viewEndpoint(row, now),
    after: viewEndpoint(changed, now),
  });
  return changed;
}
