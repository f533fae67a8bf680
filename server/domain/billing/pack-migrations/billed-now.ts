import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { findAltered } from "../counters/altered-counters.ts";
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

/** The open counters of METERED features that may have overage to bill, by customer. */
async function openOverage(scope: Scope, rows: Subscriber[]): Promise<Map<string, Counted[]>> {
  const { tenantId, db } = scope;
  const groups = await pastTheirLimit(
    scope,
    rows.map(({ customer }) => customer.id),
  );
  if (groups.length === 0) return new Map();
  const each = (key: keyof CounterGroup) => [...new Set(groups.map((group) => group[key]))];
  const counters = await db.usageRecord.findMany({
    where: {
      ...{ tenantId, status: "OPEN" },
      ...{ customerId: { in: each("customerId") }, featureId: { in: each("featureId") } },
      termsId: { in: each("termsId") },
    },
    include: { feature: true },
    orderBy: { id: "asc" },
  });
  return Map.groupBy(counters, ({ customerId }) => customerId);
}

interface CounterGroup {
  customerId: string;
  featureId: string;
  termsId: string;
}

/**
 * The counters that may bill something under their terms, whatever the price: units past the limit that are priced, of one
 * dimension or of all that share the limit (overageOf has the rule). No counters that bill are left out; units that rolled over
 * are counted for their own dimension alone, so that some that bill nothing may be in.
 */
async function pastTheirLimit({ tenantId, db }: Scope, customerIds: string[]): Promise<CounterGroup[]> {
  return db.$queryRaw<CounterGroup[]>`
    select r.customer_id as "customerId", r.feature_id as "featureId", r.terms_id as "termsId"
    from usage_records r
    join features f on f.tenant_id = r.tenant_id and f.id = r.feature_id and f.type = 'METERED'
    join usage_terms t on t.tenant_id = r.tenant_id and t.id = r.terms_id
    where r.tenant_id = ${tenantId} and r.customer_id = any (${customerIds}) and r.status = 'OPEN'
      and t.terms->>'overage' = 'BILL' and jsonb_typeof(t.terms->'price') = 'object' and t.terms->>'limit' is not null
    group by r.customer_id, r.feature_id, r.terms_id, r.source_id, coalesce(r.allowance_start, r.period_start), r.period_end,
      t.tenant_id, t.id
    having sum(r.value) > 0 and case t.terms->>'limitBinding'
      when 'DIMENSION' then bool_or(r.value > 0 and r.carried + r.value > (t.terms->>'limit')::numeric + r.rolled_over)
      else sum(greatest(0, r.carried + r.value - r.rolled_over)) > (t.terms->>'limit')::numeric end`;
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
