import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { findTerms } from "../terms/find-terms.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { isFreeNow } from "../terms/phases.ts";
import { countingTerms } from "./counting.ts";
import { type CountingTerms, counterItem } from "./counting-terms.ts";
import { lockAllUsage } from "./lock-usage.ts";
import { settleAlteredCounters } from "./settle-counters.ts";
import { keepUsageTerms } from "./usage-terms.ts";
import { type TakenOver, usedUnder } from "./used-free.ts";

interface Whose {
  customerId: string;
  productId: string;
  featureId: string;
}

/**
 * Stops the counters of a product's free plan: a subscription at price 0 takes over what they counted. A use that was prepared
 * before finds no counter of its own any more, and is prepared again. The caller holds the locks of lockAllUsage.
 */
export async function suspendFreePlan(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, productId, featureId }: Whose,
): Promise<void> {
  await tx.$executeRaw`
    update usage_records set status = 'CLOSED', allowance_end = coalesce(allowance_end, period_end),
      period_end = greatest(period_start + interval '1 millisecond', ${clock.now()}::timestamptz)
    where tenant_id = ${tenantId} and customer_id = ${customerId} and feature_id = ${featureId} and source_id = ${productId}
      and status = 'OPEN' and period_end > ${clock.now()}::timestamptz`;
}

/**
 * Lets the counters of the product's free plan go on when a subscription of the product has ended. Where it cost nothing at last,
 * they take over what it used in allowance periods that still run: both are one free allowance. In the transaction that writes the
 * end, after the altered counters are settled. `scope` is in the customer's own time.
 */
export async function resumeFreePlan(tx: Tx, scope: Scope, row: LoadedSubscription): Promise<void> {
  const { tenantId, clock } = scope;
  const { id, customer, productId, product } = row;
  if (row.status !== "CANCELED") return;
  const customerId = customer.id;
  const sources = product.freePlanId === null ? [productId] : [productId, id];
  const features = await tx.feature.findMany({
    where: {
      tenantId,
      type: "METERED",
      usageRecords: { some: { customerId, sourceId: { in: sources } } },
    },
    orderBy: { id: "asc" },
  });
  if (features.length === 0) return;
  const isFree = await isFreeNow(tx, scope, id);
  const overrides = await loadOverridesOf(tx, scope, customerId);
  for (const feature of features) {
    const used = { customerId, featureId: feature.id };
    await lockAllUsage(tx, scope, customerId, feature.id);
    await goOn(tx, scope, { ...used, productId });
    // The free plan may have changed meanwhile.
    await settleAlteredCounters(tx, scope, { customer, featureId: feature.id });
    const taken = isFree
      ? await usedUnder(tx, scope, { ...used, sources: [id] })
      : new Map<string, TakenOver>();
    if (taken.size === 0) continue;
    const own = overrides.filter(({ featureId }) => featureId === feature.id);
    const found = await findTerms(tx, scope, customer, feature.id);
    const { parts } = await combineGrants(tx, scope, found, feature, own);
    const part = parts.find(({ source }) => source.id === productId);
    const terms = part && countingTerms(part, { customer, counters: [] }, clock.now());
    if (!part || !terms) continue;
    await keepUsageTerms(tx, scope, part.grant);
    await addTaken(tx, scope, { customerId, terms }, taken);
  }
}

/** Adds what was taken over to the open counters of its dimensions; opens those that are missing. */
async function addTaken(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, terms }: { customerId: string; terms: CountingTerms },
  taken: Map<string, TakenOver>,
): Promise<void> {
  const items = [...taken].map(([dimension, { carried, overBefore, billedBefore }], index) => ({
    ...counterItem(customerId, terms, dimension, newId("usageRecord")),
    // The terms were read under the locks.
    terms_version: null,
    // The first closes the counters of all dimensions that have ended: the others have no more to look for.
    ...(index > 0 && { is_apart: true }),
    carried: carried.toFixed(),
    over_before: overBefore.toFixed(),
    billed_before: `${billedBefore}`,
  }));
  const opened = await tx.$queryRaw<{ id: string | null }[]>`
    select (usher_open_counter(${tenantId}, i.item, ${clock.now()}::timestamptz)).id
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as i (item, nth) order by i.nth`;
  const added = items.map((item, index) => ({ ...item, id: opened[index]?.id ?? null }));
  await tx.$executeRaw`
    update usage_records r set carried = r.carried + t.carried, over_before = r.over_before + t.over_before,
      billed_before = r.billed_before + t.billed_before, allowance_start = coalesce(r.allowance_start, r.period_start),
      updated_at = ${clock.now()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as t (id text, carried numeric, over_before numeric, billed_before bigint)
    where r.tenant_id = ${tenantId} and r.id = t.id`;
}

/** Opens the last counter of each dimension again where its allowance period still runs. */
async function goOn(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, productId, featureId }: Whose,
): Promise<void> {
  await tx.$executeRaw`
    update usage_records r set status = 'OPEN', settled_at = null, period_end = r.allowance_end, allowance_end = null,
      included = case when r.terms_id is null then r.included else (
        select (t.terms->>'limit')::numeric from usage_terms t where t.tenant_id = r.tenant_id and t.id = r.terms_id
      ) end, updated_at = ${clock.now()}::timestamptz
    from (
      select distinct on (dimension) id from usage_records
      where tenant_id = ${tenantId} and customer_id = ${customerId} and feature_id = ${featureId} and source_id = ${productId}
      order by dimension, period_start desc
    ) last
    where r.tenant_id = ${tenantId} and r.id = last.id and r.allowance_end > ${clock.now()}::timestamptz
      and r.period_end < r.allowance_end`;
}
