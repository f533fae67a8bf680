import { periodAt } from "../../../platform/calendar.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { lockAllUsage } from "../counters/lock-usage.ts";
import { loadGrants, termsOf } from "../grants/load-grants.ts";
import { billedInPeriod } from "../grants/rules.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../terms/load-subscription.ts";
import type { Period } from "../terms/period.ts";
import { toCounter } from "./close-period.ts";

/**
 * Records the cost of allocated units (seats) past the limit for each ended period of the subscription. Their counter stays open
 * while they are allocated, so the amount goes into a separate closed counter without units. Once per period, by the database's
 * unique key; closeEndedPeriods then puts it on the invoice like any other.
 */
export async function billAllocatedUnits(scope: Scope, subscriptionId: string): Promise<void> {
  const { db, clock } = scope;
  const subscription = await getSubscriptionOrThrow(db, scope, subscriptionId);
  const { currentPeriodStart: start, currentPeriodEnd: end, periodAnchor, planPrice } = subscription;
  const paysNothing = subscription.status === "TRIALING" || subscription.status === "PAUSED";
  if (!start || !end || paysNothing) return;
  // The provider may have renewed more than once since the last sync: each of the periods is billed.
  const now = clock.now();
  const ended: Period[] = [];
  for (let period: Period = { start, end }; period.end <= now; ) {
    ended.push(period);
    period = periodAt(periodAnchor, planPrice.interval, period.end);
  }
  if (ended.length > 0) await billPeriods(scope, subscription, ended);
}

async function billPeriods(scope: Scope, subscription: LoadedSubscription, ended: Period[]): Promise<void> {
  const { tenantId, db, clock } = scope;
  const { id: subscriptionId, customerId } = subscription;
  const now = clock.now();
  const grants = await loadGrants(db, scope, termsOf(subscription));
  for (const grant of grants) {
    if (grant.feature.type !== "ALLOCATED" || grant.overage !== "BILL") continue;
    const featureId = grant.feature.id;
    await db.$transaction(async (tx) => {
      await lockAllUsage(tx, scope, customerId, featureId);
      const where = { tenantId, customerId, featureId, subscriptionId };
      const held = await tx.usageRecord.findMany({ where: { ...where, status: "OPEN" } });
      const billedAmount = billedInPeriod(grant, held.map(toCounter));
      if (billedAmount === 0n) return;
      const included = grant.limit?.toFixed() ?? null;
      const row = {
        ...where,
        status: "CLOSED",
        included,
        billedAmount,
        createdAt: now,
        updatedAt: now,
      } as const;
      await tx.usageRecord.createMany({
        data: ended.map(({ start: periodStart, end: periodEnd }) => ({
          ...row,
          id: newId("usageRecord"),
          periodStart,
          periodEnd,
        })),
        skipDuplicates: true,
      });
    });
  }
}
