import { newId } from "../../platform/ids.ts";
import { loadGrants } from "../entitlements/load-grants.ts";
import { billedInPeriod } from "../entitlements/rules.ts";
import type { Scope } from "../scope.ts";
import { getSubscriptionOrThrow } from "../subscriptions/load-subscription.ts";
import { lockAllUsage } from "../usage/lock-usage.ts";
import { toCounter } from "./close-period.ts";

/**
 * Writes down what held units (ALLOCATED) past the limit bill for a period of the subscription that has ended: they are never
 * closed, since they are still held, so that the amount stands in a closed counter of its own, without units. Once for a
 * period, by the database's own key; closeEndedPeriods then puts it on the invoice like any other.
 */
export async function billHeldUnits(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const subscription = await getSubscriptionOrThrow(db, scope, subscriptionId);
  const { customerId, packId, planPrice, drivers } = subscription;
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = subscription;
  const now = clock.now();
  const paysNothing = subscription.status === "TRIALING" || subscription.status === "PAUSED";
  if (!periodStart || !periodEnd || periodEnd > now || paysNothing) return;
  const grants = await loadGrants(db, scope, { customerId, packId, currency: planPrice.currency, drivers });
  for (const grant of grants) {
    if (grant.feature.type !== "ALLOCATED" || grant.overage !== "BILL") continue;
    const featureId = grant.feature.id;
    await db.$transaction(async (tx) => {
      await lockAllUsage(tx, scope, customerId, featureId);
      const where = { tenantId, customerId, featureId, subscriptionId };
      const held = await tx.usageRecord.findMany({ where: { ...where, status: "OPEN" } });
      const billedAmount = billedInPeriod(grant, held.map(toCounter));
      if (billedAmount === 0n) return;
      const row = { ...where, id: newId("usageRecord"), periodStart, periodEnd, billedAmount };
      const closed = { status: "CLOSED", included: grant.limit?.toFixed() ?? null } as const;
      await tx.usageRecord.createMany({
        data: [{ ...row, ...closed, createdAt: now, updatedAt: now }],
        skipDuplicates: true,
      });
    });
  }
}
