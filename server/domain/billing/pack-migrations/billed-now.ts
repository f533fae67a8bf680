import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { findAltered } from "../counters/altered-counters.ts";
import { loadUsageTerms } from "../counters/usage-terms.ts";
import type { FeatureOverride } from "../grants/load-overrides.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";
import { findGranting } from "../terms/load-subscription.ts";

/** Subscribers with the largest amounts, for support to look at first. */
const SAMPLES = 5;

interface Subscriber {
  id: string;
  customer: CountedCustomer & { externalId: string };
}

interface Page {
  /** The pack that they move to. */
  packId: string;
  /** Subscribers whose current time is the same, which the scope has. */
  rows: Subscriber[];
  /** In force, by customer. */
  overrides: Map<string, FeatureOverride[]>;
}

/** What moving a subscriber at once bills for use so far, in minor units. */
export interface BilledNow {
  subscriptionId: string;
  /** How the tenant calls the customer. */
  customer: string;
  currency: string;
  featureKey: string;
  amount: bigint;
}

/**
 * What moving subscribers to a pack at once bills of what they have used past their limits so far: the amounts that
 * settleAlteredCounters would settle, by subscriber and feature. Changes nothing.
 */
export async function billedByMove(scope: Scope, { packId, rows, overrides }: Page): Promise<BilledNow[]> {
  const open = await openOverage(scope, rows);
  const billed: BilledNow[] = [];
  for (const { id: subscriptionId, customer } of rows) {
    const counters = open.get(customer.id) ?? [];
    if (counters.length === 0) continue;
    const live = (await findGranting(scope.db, scope, customer.id)).map((subscription) =>
      subscription.id === subscriptionId ? { ...subscription, packId } : subscription,
    );
    const asked = {
      customer,
      live,
      overrides: overrides.get(customer.id) ?? [],
      changedAt: scope.clock.now(),
    };
    for (const own of Map.groupBy(counters, ({ featureId }) => featureId).values()) {
      // A group has at least one.
      const { feature } = own[0] as Counted;
      for (const { amount, ending } of await findAltered(scope.db, scope, { ...asked, feature, rows: own }))
        if (amount > 0n && ending?.price)
          billed.push({
            ...{ subscriptionId, customer: customer.externalId, featureKey: feature.key, amount },
            currency: ending.price.currency,
          });
    }
  }
  return billed;
}

type Counted = UsageRecord & { feature: Feature };

/** The open counters of METERED features whose terms bill overage, by customer. */
async function openOverage(
  { tenantId, db, ...scope }: Scope,
  rows: Subscriber[],
): Promise<Map<string, Counted[]>> {
  const where = {
    tenantId,
    customerId: { in: rows.map(({ customer }) => customer.id) },
    status: "OPEN",
    feature: { type: "METERED" },
  } as const;
  const used = await db.usageRecord.findMany({ where, select: { termsId: true }, distinct: ["termsId"] });
  const terms = await loadUsageTerms(
    db,
    { ...scope, tenantId, db },
    used.map(({ termsId }) => termsId),
  );
  const billing = [...terms].flatMap(([id, { overage, price }]) => (overage === "BILL" && price ? [id] : []));
  if (billing.length === 0) return new Map();
  const counters = await db.usageRecord.findMany({
    where: { ...where, termsId: { in: billing } },
    include: { feature: true },
    orderBy: { id: "asc" },
  });
  return Map.groupBy(counters, ({ customerId }) => customerId);
}

/** Amounts in total by currency, with the subscribers who are billed most. */
export function inTotal(billed: BilledNow[]) {
  return [...Map.groupBy(billed, ({ currency }) => currency)].sort().map(([currency, all]) => {
    const subscribers = [...Map.groupBy(all, ({ subscriptionId }) => subscriptionId).values()].map(
      ofSubscriber,
    );
    subscribers.sort((a, b) => b.amount - a.amount);
    return {
      currency,
      amount: toWireAmount(sum(all)),
      subscribers: subscribers.length,
      samples: subscribers.slice(0, SAMPLES),
    };
  });
}

function ofSubscriber(own: BilledNow[]) {
  // A group has at least one.
  const { subscriptionId, customer } = own[0] as BilledNow;
  const features = [...Map.groupBy(own, ({ featureKey }) => featureKey)].map(([feature_key, all]) => ({
    feature_key,
    amount: toWireAmount(sum(all)),
  }));
  return { subscription_id: subscriptionId, customer, amount: toWireAmount(sum(own)), features };
}

function sum(billed: BilledNow[]): bigint {
  return billed.reduce((total, { amount }) => total + amount, 0n);
}
