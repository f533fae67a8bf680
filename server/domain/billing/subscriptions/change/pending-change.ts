import { isDeepStrictEqual } from "node:util";
import { Prisma } from "../../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { periodsEndedBy } from "../../terms/period.ts";
import { lockSubscription, setSubscription } from "../update-subscription.ts";
import { applyPlan, NOTHING_PENDING } from "./apply-plan.ts";
import { StoredPlan } from "./stored-plan.ts";

/**
 * Stores a change for the end of the period, with its event; the row is locked. Of a subscription on cards the card provider says when that
 * is (agreeOnMoment): it may have begun a period that we do not know of yet.
 */
export async function keepPendingChange(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  plan: StoredPlan,
): Promise<void> {
  await setSubscription(tx, scope, subscription, "schedule_change", {
    pendingPlanPriceId: plan.planPriceId,
    pendingChangeAt: subscription.provider === BY_CARD ? null : subscription.currentPeriodEnd,
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
  await setSubscription(tx, scope, subscription, "drop_change", {
    ...NOTHING_PENDING,
    pendingDrivers: Prisma.DbNull,
  });
}

/** The scheduled change; null without one. */
export function pendingPlan(subscription: LoadedSubscription): StoredPlan | null {
  return subscription.pendingPlanPriceId === null ? null : StoredPlan.parse(subscription.pendingDrivers);
}

/**
 * Sets when the scheduled change begins, as the card provider has it; null while that is being asked, so that no change begins which the
 * provider may not make, or make later. False where another change is scheduled now, or none, as when this one has begun.
 */
export async function agreeOnMoment(
  scope: Scope,
  id: string,
  plan: StoredPlan,
  at: Date | null,
): Promise<boolean> {
  return scope.db.$transaction(async (tx) => {
    const present = pendingPlan(await lockSubscription(tx, scope, id));
    if (!present || !isDeepStrictEqual(present, plan)) return false;
    const where = { tenantId_id: { tenantId: scope.tenantId, id } };
    await tx.subscription.update({ where, data: { pendingChangeAt: at } });
    return true;
  });
}

/**
 * Whether the moment of a scheduled change has come. At the end of a period on cards the provider's renewal decides, since it is what is
 * billed at the new price; of one that we invoice, and within a period, our clock does.
 */
function hasCome(
  row: Pick<LoadedSubscription, "provider" | "pendingChangeAt" | "currentPeriodStart" | "currentPeriodEnd">,
  now: Date,
): boolean {
  const { provider, pendingChangeAt: at, currentPeriodEnd: end } = row;
  if (at === null) return false;
  if (provider === BY_CARD && end !== null && at >= end) return false;
  return at <= periodsEndedBy(row, now);
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
    if (!plan) return;
    if (subscription.status === "CANCELED") return forgetPendingChange(tx, scope, subscription);
    if (at === null) return;
    if (hasCome(subscription, clock.now())) await applyPlan(tx, scope, subscription, plan, at);
  });
}
