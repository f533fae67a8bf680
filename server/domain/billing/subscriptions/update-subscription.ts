import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import { applyTerms } from "./apply-terms.ts";
import { viewSubscription } from "./view-subscription.ts";

/**
 * Locks a subscription until the transaction ends, against all others that change it. Not against rows that name it: a use opens a counter
 * of it under locks that the change of its terms waits for. Throws subscription_not_found.
 */
export async function lockSubscription(tx: Tx, scope: Scope, id: string): Promise<LoadedSubscription> {
  await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${scope.tenantId} and id = ${id} for no key update`;
  return getSubscriptionOrThrow(tx, scope, id);
}

/**
 * Changes a locked subscription, with its event and its terms. `at` is when what it is sold as changed, where that is neither now nor
 * in the row.
 */
export async function setSubscription(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
  type: EventType,
  data: Prisma.SubscriptionUncheckedUpdateInput,
  at: Date | null = null,
): Promise<LoadedSubscription> {
  const { tenantId, clock } = scope;
  const before = await viewSubscription(tx, scope, row);
  await tx.subscription.update({
    where: { tenantId_id: { tenantId, id: row.id } },
    data: { ...data, updatedAt: clock.now() },
  });
  const after = await applyTerms(tx, scope, row, at);
  await recordChange(tx, scope, {
    type,
    objectType: "subscription",
    objectId: row.id,
    before,
    after: await viewSubscription(tx, scope, after),
  });
  return after;
}
