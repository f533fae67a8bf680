import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { requireUsable } from "./addresses.ts";
import { getEndpointOrThrow, lockEndpoint } from "./load-endpoint.ts";
import { MOST_ENDPOINTS } from "./rules.ts";
import type * as schema from "./schema.ts";
import { issueSecret } from "./secrets.ts";
import { viewEndpoint } from "./view-endpoint.ts";

type View = z.output<typeof schema.WebhookEndpoint>;

/** Adds an endpoint; its secret is in this answer and nowhere else. K9022, K9024. */
export async function createEndpoint(
  scope: Scope,
  input: z.output<typeof schema.CreateWebhookEndpoint>,
): Promise<z.output<typeof schema.WebhookEndpointWithSecret>> {
  const { tenantId, clock, db } = scope;
  requireUsable(scope, input.url);
  return db.$transaction(async (tx) => {
    // One at a time, so that no two make one too many.
    await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for no key update`;
    if ((await tx.webhookEndpoint.count({ where: { tenantId } })) >= MOST_ENDPOINTS)
      throw new ApiError("K9024", { details: { limit: MOST_ENDPOINTS } });
    const now = clock.now();
    const id = newId("webhookEndpoint");
    const { url, types, description = null } = input;
    const row = await tx.webhookEndpoint.create({
      data: { tenantId, id, url, types, description, createdAt: now, updatedAt: now },
    });
    const secret = await issueSecret(tx, scope, id, 0);
    const after = viewEndpoint(row);
    const type = "webhook_endpoint.created";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    return { ...after, secret };
  });
}

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

/** One endpoint. K9020. */
export async function getEndpoint(
  scope: Scope,
  input: z.output<typeof schema.WebhookEndpointId>,
): Promise<View> {
  return viewEndpoint(await getEndpointOrThrow(scope.db, scope, input.endpoint_id));
}

/** Deletes an endpoint and its secrets at once. Nothing more is sent; its deliveries and their log are swept later. K9020. */
export async function deleteEndpoint(
  scope: Scope,
  { endpoint_id: id }: z.output<typeof schema.WebhookEndpointId>,
): Promise<z.output<typeof schema.DeletedWebhookEndpoint>> {
  const { tenantId, db } = scope;
  const after = { id, deleted: true } as const;
  await db.$transaction(async (tx) => {
    const before = viewEndpoint(await lockEndpoint(tx, scope, id));
    await tx.webhookEndpoint.delete({ where: { tenantId_id: { tenantId, id } } });
    const type = "webhook_endpoint.deleted";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, before, after });
  });
  return after;
}

/** Gives an endpoint a new secret, shown this once; the old one signs beside it until the overlap ends. K9020. */
export async function rotateSecret(
  scope: Scope,
  { endpoint_id: id, overlap_seconds }: z.output<typeof schema.RotateWebhookSecret>,
): Promise<z.output<typeof schema.WebhookEndpointWithSecret>> {
  return scope.db.$transaction(async (tx) => {
    const after = viewEndpoint(await lockEndpoint(tx, scope, id));
    const secret = await issueSecret(tx, scope, id, overlap_seconds);
    const type = "webhook_endpoint.secret_rotated";
    await recordChange(tx, scope, { type, objectType: "webhook_endpoint", objectId: id, after });
    return { ...after, secret };
  });
}
