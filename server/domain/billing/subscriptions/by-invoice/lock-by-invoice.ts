import { ApiError } from "../../../../errors/api-error.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { lockSubscription } from "../update-subscription.ts";

/** Locks a subscription that we invoice, for a change of it. Throws subscription_not_found or subscription_change_in_progress. */
export async function lockByInvoice(tx: Tx, scope: Scope, id: string): Promise<LoadedSubscription> {
  const row = await lockSubscription(tx, scope, id);
  if (row.provider !== BY_INVOICE || (await isMoving(tx, scope, row)))
    throw new ApiError("subscription_change_in_progress");
  return row;
}

/** Whether something that the card provider has to do is under way: a move to it, or a start of the same product. */
export async function isMoving(
  tx: Tx,
  { tenantId }: Scope,
  { customerId, productId }: LoadedSubscription,
): Promise<boolean> {
  const where = { tenantId, customerId, productId, status: "PENDING" } as const;
  return (await tx.providerOperation.count({ where })) > 0;
}
