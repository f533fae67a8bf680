import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { heldAtMost } from "../counters/held-at-most.ts";
import { lockAllUsage } from "../counters/lock-usage.ts";
import type { Grant } from "../grants/grant.ts";
import { loadGrants } from "../grants/load-grants.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { billedInPeriod } from "../grants/rules.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";
import { phasesOf } from "../terms/phases.ts";
import { soldUnder } from "../terms/sold-under.ts";
import { billableUntil } from "./billable-until.ts";
import { type PeriodUnderTerms, wholePeriods } from "./ended-periods.ts";
import { sourcesAt } from "./sources-at.ts";

/**
 * Records the cost of allocated units (seats) past the limit for each period of the subscription that has ended and was not looked
 * at: of the most that were held at once in it, under the terms at its end. Where several subscriptions and free plans grant
 * them, the limit is that of all, and one of the subscriptions bears the cost (combineGrants). Their counter stays open while they
 * are allocated, so the amount goes into a separate closed counter without units. Once per period, by the database's unique key;
 * closeEndedPeriods then puts it on the invoice like any other. The subscription keeps until when this was done, so that no period
 * is forgotten, however late its end is noticed. In a trial and while paused nothing is owed.
 */
export async function billAllocatedUnits(scope: Scope, subscriptionId: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const subscription = await getSubscriptionOrThrow(db, scope, subscriptionId);
  const { heldBilledUntil, customerId } = subscription;
  const phases = await phasesOf(db, scope, subscriptionId);
  const from = heldBilledUntil ?? phases[0]?.from;
  if (!from) return;
  const { periods, until } = wholePeriods(phases, from, billableUntil(subscription, clock.now()));
  for (const period of periods)
    if (period.terms.collecting === "PAID") await billPeriod(scope, customerId, period);
  if (until > from)
    await db.$executeRaw`
      update subscriptions set held_billed_until = greatest(held_billed_until, ${until}::timestamptz)
      where tenant_id = ${tenantId} and id = ${subscriptionId}`;
}

async function billPeriod(scope: Scope, customerId: string, period: PeriodUnderTerms): Promise<void> {
  // An override that ended with the period was in force in it.
  const lastMoment = new Date(period.end.getTime() - 1);
  const atItsEnd: Scope = { ...scope, clock: { now: () => lastMoment } };
  const overrides = await loadOverridesOf(scope.db, atItsEnd, customerId);
  for (const { feature } of await loadGrants(scope.db, atItsEnd, soldUnder(period.terms))) {
    if (feature.type !== "ALLOCATED") continue;
    const own = overrides.filter(({ featureId }) => featureId === feature.id);
    const found = await sourcesAt(scope.db, atItsEnd, { customerId, featureId: feature.id, period });
    const { overagePart, combined } = await combineGrants(
      scope.db,
      atItsEnd,
      found,
      { ...feature, position: 0 },
      own,
    );
    if (overagePart.source.id === period.terms.subscriptionId && combined.overage === "BILL")
      await billFeature(scope, customerId, period, combined);
  }
}

async function billFeature(
  scope: Scope,
  customerId: string,
  { start: periodStart, end: periodEnd, terms }: PeriodUnderTerms,
  grant: Grant,
): Promise<void> {
  const { tenantId, db, clock } = scope;
  const featureId = grant.feature.id;
  await db.$transaction(async (tx) => {
    await lockAllUsage(tx, scope, customerId, featureId);
    const { subscriptionId } = terms;
    const where = { tenantId, customerId, featureId, subscriptionId, sourceId: subscriptionId };
    const period = { start: periodStart, end: periodEnd };
    const isShared = grant.limitBinding === "CUSTOMER";
    const billedAmount = billedInPeriod(
      grant,
      await heldAtMost(tx, scope, { customerId, featureId, period, isShared }),
    );
    if (billedAmount === 0n) return;
    const now = clock.now();
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
      data: [{ ...row, id: newId("usageRecord"), periodStart, periodEnd }],
      skipDuplicates: true,
    });
  });
}
