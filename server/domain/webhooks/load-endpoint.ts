import { ApiError } from "../../errors/api-error.ts";
import type { WebhookEndpoint } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/** A webhook endpoint of the scope's tenant. Throws webhook_endpoint_not_found. */
export async function getEndpointOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<WebhookEndpoint> {
  const row = await tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("webhook_endpoint_not_found");
  return row;
}

/** The same, locked until the transaction ends. Throws webhook_endpoint_not_found. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: string): Promise<WebhookEndpoint> {
  const { tenantId } = scope;
  await tx.$queryRaw`select 1 from webhook_endpoints where tenant_id = ${tenantId} and id = ${id} for no key update`;
  return getEndpointOrThrow(tx, scope, id);
}
