import type { Feature, UsageRecord } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { FeatureOverride } from "../grants/load-overrides.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";
import { findGranting, type GrantingSubscription } from "../terms/load-subscription.ts";
import { findAltered } from "./altered-counters.ts";

/** A subscription, and what a change at once would make of it. */
export interface Changing {
  id: string;
  customer: CountedCustomer;
  becomes: Partial<GrantingSubscription>;
}

interface Changes {
  /** Of customers whose current time is the same, which the scope has. */
  subscriptions: Changing[];
  /** In force, by customer. */
  overrides: Map<string, FeatureOverride[]>;
}

/** What a change of a subscription settles of one feature, in minor units; above 0. */
export interface SettledOverage {
  subscriptionId: string;
  feature: Feature;
  currency: string;
  amount: bigint;
}

/**
 * What changes of subscriptions at once settle of use past their limits so far: the amounts that settleAlteredCounters would settle,
 * by subscription and feature. Features whose terms go on settle nothing, nor do held units (ALLOCATED). Changes nothing.
 */
export async function overageSettledBy(
  scope: Scope,
  { subscriptions, overrides }: Changes,
): Promise<SettledOverage[]> {
  const open = await openOverage(scope, subscriptions);
  const settled: SettledOverage[] = [];
  for (const { id: subscriptionId, customer, becomes } of subscriptions) {
    const counters = open.get(customer.id) ?? [];
    if (counters.length === 0) continue;
    const live = (await findGranting(scope.db, scope, customer.id)).map((subscription) =>
      subscription.id === subscriptionId ? { ...subscription, ...becomes } : subscription,
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
          settled.push({ subscriptionId, feature, amount, currency: ending.price.currency });
    }
  }
  return settled;
}

type Counted = UsageRecord & { feature: Feature };

/** The open counters of METERED features that may have overage to bill, by customer. */
async function openOverage(scope: Scope, rows: Changing[]): Promise<Map<string, Counted[]>> {
  const { tenantId, db } = scope;
  const groups = await pastTheirLimit(
    scope,
    rows.map(({ customer }) => customer.id),
  );
  if (groups.length === 0) return new Map();
  const each = (key: keyof CounterGroup) => [...new Set(groups.map((group) => group[key]))];
  const counters = await db.usageRecord.findMany({
    where: {
      tenantId,
      status: "OPEN",
      customerId: { in: each("customerId") },
      featureId: { in: each("featureId") },
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
