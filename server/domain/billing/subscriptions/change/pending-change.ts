import { Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { periodsEndedBy } from "../../terms/period.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { applyPlan, NOTHING_PENDING, StoredPlan } from "./apply-plan.ts";

/** Stores a change for the end of the period, with its event; the row is locked. */
export async function keepPendingChange(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  plan: StoredPlan,
): Promise<void> {
  await setSubscription(tx, scope, subscription, "subscription.change_scheduled", {
    pendingPlanPriceId: plan.planPriceId,
    pendingChangeAt: subscription.currentPeriodEnd,
    pendingDrivers: plan,
  });
}

/** Drops a scheduled change, with its event; the row is locked. */
export async function forgetPendingChange(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
): Promise<void> {
  if (subscription.pendingPlanPriceId === null) return;
  await setSubscription(tx, scope, subscription, "subscription.change_unscheduled", {
    ...NOTHING_PENDING,
    pendingDrivers: Prisma.DbNull,
  });
}

/** The scheduled change; null without one. */
export function pendingPlan(subscription: LoadedSubscription): StoredPlan | null {
  return subscription.pendingPlanPriceId === null ? null : StoredPlan.parse(subscription.pendingDrivers);
}

/**
 * Applies the scheduled change when the period has ended; the usage of that period must have been closed before. If the
 * subscription has ended meanwhile, drops the change. Idempotent.
 */
export async function applyPendingChange(scope: Scope, subscriptionId: string): Promise<void> {
  const { db, clock } = scope;
  await db.$transaction(async (tx) => {
    const subscription = await lockSubscription(tx, scope, subscriptionId);
    const plan = pendingPlan(subscription);
    const at = subscription.pendingChangeAt;
    if (!plan || at === null) return;
    if (subscription.status === "CANCELED") await forgetPendingChange(tx, scope, subscription);
    else if (at <= periodsEndedBy(subscription, clock.now()))
      await applyPlan(tx, scope, subscription, plan, at);
  });
}
