import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";

export type Packs = Pick<LoadedSubscription, "packId" | "pendingPackId" | "pendingPackAt">;

/** Pins a locked subscription to packs, now or later, with its event. */
export async function changePack(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  packs: Packs,
): Promise<void> {
  await setSubscription(tx, scope, subscription, "subscription.pack_changed", packs);
}

/** Moves a subscription to its pending pack when its period has ended. Idempotent. */
export async function applyPendingPack(scope: Scope, subscriptionId: string): Promise<void> {
  const { db, clock } = scope;
  await db.$transaction(async (tx) => {
    const subscription = await lockSubscription(tx, scope, subscriptionId);
    const { pendingPackId, pendingPackAt, status } = subscription;
    if (pendingPackId === null || pendingPackAt === null || pendingPackAt > clock.now()) return;
    const packId = status === "CANCELED" ? subscription.packId : pendingPackId;
    await changePack(tx, scope, subscription, { packId, pendingPackId: null, pendingPackAt: null });
  });
}
