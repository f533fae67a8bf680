import { Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { recordChange } from "../../../events/record-change.ts";
import type { EventType } from "../../../events/types.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import { applyPlan, NOTHING_PENDING, StoredPlan } from "./apply-plan.ts";

/** Stores a change for the end of the period, with its event; the row is locked. */
export async function keepPendingChange(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  plan: StoredPlan,
): Promise<void> {
  await setPending(tx, scope, subscription, "subscription.change_scheduled", {
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
  await setPending(tx, scope, subscription, "subscription.change_unscheduled", {
    ...NOTHING_PENDING,
    pendingDrivers: Prisma.DbNull,
  });
}

async function setPending(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  type: EventType,
  data: Prisma.SubscriptionUncheckedUpdateInput,
): Promise<void> {
  const { tenantId, clock } = scope;
  const { id } = subscription;
  const before = await viewSubscription(tx, scope, subscription);
  await tx.subscription.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, updatedAt: clock.now() },
  });
  const after = await viewSubscription(tx, scope, await getSubscriptionOrThrow(tx, scope, id));
  await recordChange(tx, scope, { type, objectType: "subscription", objectId: id, before, after });
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
  const { tenantId, db, clock } = scope;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${tenantId} and id = ${subscriptionId} for update`;
    const subscription = await getSubscriptionOrThrow(tx, scope, subscriptionId);
    const plan = pendingPlan(subscription);
    if (!plan || subscription.pendingChangeAt === null) return;
    if (subscription.status === "CANCELED") await forgetPendingChange(tx, scope, subscription);
    else if (subscription.pendingChangeAt <= clock.now()) await applyPlan(tx, scope, subscription, plan);
  });
}
