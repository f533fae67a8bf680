import type { Scope, Tx } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";

export type Packs = Pick<LoadedSubscription, "packId" | "pendingPackId" | "pendingPackAt">;

/** Pins a locked subscription to packs, now or later, with its event. */
export async function changePack(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  packs: Packs,
): Promise<void> {
  const { tenantId, clock } = scope;
  const { id } = subscription;
  const before = await viewSubscription(tx, scope, subscription);
  await tx.subscription.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...packs, updatedAt: clock.now() },
  });
  const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, id));
  const type = "subscription.pack_changed";
  await recordChange(tx, scope, { type, objectType: "subscription", objectId: id, before, after });
}

/** Moves a subscription to its pending pack when its period has ended. Idempotent. */
export async function applyPendingPack(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${tenantId} and id = ${subscriptionId} for update`;
    const subscription = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    const { pendingPackId, pendingPackAt, status } = subscription;
    if (pendingPackId === null || pendingPackAt === null || pendingPackAt > clock.now()) return;
    const packId = status === "CANCELED" ? subscription.packId : pendingPackId;
    await changePack(tx, scope, subscription, { packId, pendingPackId: null, pendingPackAt: null });
  });
}
