import { Prisma } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { applyTerms } from "../apply-terms.ts";
import { recordLife } from "../update-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** The columns of a change that is scheduled for the period's end. */
export const NOTHING_PENDING = { pendingPlanPriceId: null, pendingChangeAt: null } as const;

/**
 * Applies a change to a locked subscription, with its events and its terms, together with further columns (such as those synced from
 * the provider). `at` is when it took effect. Where the plan stays, its pack stays, too.
 */
export async function applyPlan(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  plan: StoredPlan,
  at: Date,
  more: Prisma.SubscriptionUncheckedUpdateInput = {},
): Promise<LoadedSubscription> {
  const { tenantId, clock } = scope;
  const { id } = subscription;
  const before = await viewSubscription(tx, scope, subscription);
  const keepsPlan = plan.planId === subscription.planId;
  await tx.subscription.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      planPriceId: plan.planPriceId,
      planId: plan.planId,
      ...NOTHING_PENDING,
      pendingDrivers: Prisma.DbNull,
      ...more,
      ...(!keepsPlan && { packId: plan.packId, pendingPackId: null, pendingPackAt: null }),
      updatedAt: clock.now(),
    },
  });
  await tx.subscriptionDriver.deleteMany({ where: { tenantId, subscriptionId: id } });
  await tx.subscriptionDriver.createMany({
    data: plan.drivers
      .filter(({ steps }) => steps > 0)
      .map(({ featureId, steps }) => ({ tenantId, subscriptionId: id, featureId, steps })),
  });
  const row = await applyTerms(tx, scope, subscription, at);
  await recordLife(tx, scope, { row: subscription, view: before }, row, "change_plan");
  return row;
}
