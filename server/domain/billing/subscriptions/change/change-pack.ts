import type { Scope, Tx } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { closeBeforePackChange } from "../../periods/close-ended-periods.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { periodsEndedBy } from "../../terms/period.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";

export type Packs = Pick<LoadedSubscription, "packId" | "pendingPackId" | "pendingPackAt">;

/** Pins a locked subscription to packs, now or later, with its event; `at` is when, where that has passed. */
export function changePack(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  packs: Packs,
  at: Date | null = null,
): Promise<LoadedSubscription> {
  return setSubscription(tx, scope, subscription, "change_pack", packs, at);
}

/**
 * Moves a subscription to its pending pack when its period has ended; the usage of that period must have been closed before.
 * Idempotent.
 */
export async function applyPendingPack(scope: Scope, subscriptionId: string): Promise<void> {
  const { db, clock } = scope;
  await db.$transaction(async (tx) => {
    const subscription = await lockSubscription(tx, scope, subscriptionId);
    await applyPackDue(tx, scope, subscription, periodsEndedBy(subscription, clock.now()));
  });
}

/** Applies a pack that became due within a period, as a change of interval makes it; usage before it is closed first. Idempotent. */
export async function applyPackWithinPeriod(caller: Scope, id: string): Promise<void> {
  const { pendingPackId, pendingPackAt, customer } = await getSubscriptionOrThrow(caller.db, caller, id);
  if (pendingPackId === null || pendingPackAt === null) return;
  const scope = await withCustomerClock(caller.db, caller, customer);
  if (pendingPackAt > scope.clock.now()) return;
  await closeBeforePackChange(scope, { subscriptionId: id, customerId: customer.id });
  await applyPendingPack(scope, id);
}

/** As applyPendingPack, for a locked subscription and what was due at a moment. Returns the subscription as it is then. */
export async function applyPackDue(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  at: Date,
): Promise<LoadedSubscription> {
  const { pendingPackId, pendingPackAt, status } = subscription;
  if (pendingPackId === null || pendingPackAt === null || pendingPackAt > at) return subscription;
  const packId = status === "CANCELED" ? subscription.packId : pendingPackId;
  const packs = { packId, pendingPackId: null, pendingPackAt: null };
  return changePack(tx, scope, subscription, packs, pendingPackAt);
}
