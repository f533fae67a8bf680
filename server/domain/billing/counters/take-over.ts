import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { findTerms } from "../terms/find-terms.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { isFree, isFreeNow, toPhase } from "../terms/phases.ts";
import { countingTerms } from "./counting.ts";
import { suspendFreePlan } from "./free-plan-counters.ts";
import { lockAllUsage } from "./lock-usage.ts";
import { keepUsageTerms } from "./usage-terms.ts";
import { type TakenOver, usedUnder } from "./used-free.ts";
import { type NewCounter, openCounters } from "./write-counters.ts";

/** No allowance period is longer: a leap year, and a day more. */
const LONGEST_MS = 367 * 86_400_000;

/**
 * Counts what the product's own free plan and ended subscriptions of the product have used towards a subscription that has just
 * started, where all cost nothing and those allowance periods still run: they are one free allowance, and starting and canceling
 * again and again gives no second one. In the transaction that inserts the subscription. The counters of the free plan stop until
 * it ends (resumeFreePlan). Units are included ones of the new subscription from the start; what was billed before is owed already,
 * and lessens ceiling and cap. A subscription with a price takes over nothing. Held units (ALLOCATED) stay held whatever is bought.
 */
export async function takeOverUsage(tx: Tx, caller: Scope, row: LoadedSubscription): Promise<void> {
  const { currentPeriodStart, currentPeriodEnd, customer } = row;
  if (row.planPrice.amount !== 0n || !currentPeriodStart || !currentPeriodEnd) return;
  const inTime = await withCustomerClock(tx, caller, customer);
  const now = inTime.clock.now();
  // The card provider's clock may be ahead of ours, and a callback may be late.
  const start = currentPeriodStart < now && now < currentPeriodEnd ? now : currentPeriodStart;
  const scope: Scope = { ...inTime, clock: { now: () => start } };
  if (!(await isFreeNow(tx, scope, row.id))) return;
  // The free plan's counters name its product.
  const sources = [row.productId, ...(await endedWithoutPrice(tx, scope, row))];
  const features = await tx.feature.findMany({
    where: {
      tenantId: scope.tenantId,
      type: "METERED",
      usageRecords: { some: { customerId: customer.id, sourceId: { in: sources } } },
    },
    orderBy: { id: "asc" },
  });
  const overrides = features.length > 0 ? await loadOverridesOf(tx, scope, customer.id) : [];
  for (const feature of features) {
    await lockAllUsage(tx, scope, customer.id, feature.id);
    const found = await findTerms(tx, scope, customer, feature.id);
    const own = overrides.filter(({ featureId }) => featureId === feature.id);
    const { parts } = await combineGrants(tx, scope, found, feature, own);
    const part = parts.find(({ source }) => source.id === row.id);
    const terms = part && countingTerms(part, { customer, counters: [] }, start);
    if (!part || !terms) continue;
    const used = { customerId: customer.id, featureId: feature.id };
    await suspendFreePlan(tx, scope, { ...used, productId: row.productId });
    const taken = await usedUnder(tx, scope, { ...used, sources });
    if (taken.size === 0) continue;
    await keepUsageTerms(tx, scope, part.grant);
    const whose = { customerId: customer.id, terms, from: terms.period.start };
    await openCounters(tx, scope, whose, [...taken].map(begunWith));
  }
}

function begunWith([dimension, before]: [string, TakenOver]): NewCounter {
  const none = new Decimal(0);
  const empty = { value: none, reserved: none, rolledOver: none };
  return { id: newId("usageRecord"), dimension, ...empty, ...before, hasBefore: true };
}

/** The customer's ended subscriptions of the product that cost nothing at last. */
async function endedWithoutPrice(
  tx: Tx,
  { tenantId, clock }: Scope,
  { id, customerId, productId }: LoadedSubscription,
): Promise<string[]> {
  const rows = await tx.subscriptionTerms.findMany({
    where: {
      tenantId,
      customerId,
      subscription: {
        productId,
        id: { not: id },
        status: "CANCELED",
        endedAt: { gt: new Date(clock.now().getTime() - LONGEST_MS) },
      },
    },
    orderBy: { fromAt: "asc" },
  });
  const last = new Map(rows.map((row) => [row.subscriptionId, toPhase(row)]));
  return [...last.values()].filter(isFree).map(({ subscriptionId }) => subscriptionId);
}
