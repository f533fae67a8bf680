import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { leftByEnded } from "../grants/carry-over.ts";
import type { Counter } from "../grants/grant.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { findTerms } from "../terms/find-terms.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { isFree, isFreeNow, toPhase } from "../terms/phases.ts";
import { countingTerms } from "./counting.ts";
import { lockAllUsage } from "./lock-usage.ts";
import { toCounter } from "./to-counter.ts";
import { keepUsageTerms, loadUsageTerms } from "./usage-terms.ts";

/** No allowance period is longer: a leap year, and a day more. */
const LONGEST_MS = 367 * 86_400_000;

/**
 * Counts what ended subscriptions of the same product have used towards a subscription that has just started, where both cost
 * nothing and the allowance periods of the ended ones still run: starting and canceling again and again gives no second
 * allowance. In the transaction that inserts the subscription. Units are included ones of the new subscription from the start;
 * what was billed before is owed already, and lessens ceiling and cap. A subscription with a price takes over nothing. Held units
 * (ALLOCATED) stay held whatever is bought.
 */
export async function takeOverUsage(tx: Tx, caller: Scope, row: LoadedSubscription): Promise<void> {
  const { currentPeriodStart, currentPeriodEnd, customer } = row;
  if (row.planPrice.amount !== 0n || !currentPeriodStart || !currentPeriodEnd) return;
  const inTime = await withCustomerClock(tx, caller, customer);
  const now = inTime.clock.now();
  // The card provider's clock may be ahead of ours, and a callback may be late.
  const start = currentPeriodStart < now && now < currentPeriodEnd ? now : currentPeriodStart;
  const scope: Scope = { ...inTime, clock: { now: () => start } };
  const ended = await endedWithoutPrice(tx, scope, row);
  if (ended.length === 0 || !(await isFreeNow(tx, scope, row.id))) return;
  const features = await tx.feature.findMany({
    where: {
      tenantId: scope.tenantId,
      type: "METERED",
      usageRecords: { some: { customerId: customer.id, sourceId: { in: ended } } },
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
    const terms = part && countingTerms(part, customer, start);
    if (!part || !terms) continue;
    const taken = await usedUnder(tx, scope, ended, feature.id);
    if (taken.size === 0) continue;
    await keepUsageTerms(tx, scope, part.grant);
    const { subscriptionId, sourceId, termsId, limit, period } = terms;
    const counter = {
      tenantId: scope.tenantId,
      customerId: customer.id,
      featureId: feature.id,
      subscriptionId,
      sourceId,
      termsId,
    };
    await tx.usageRecord.createMany({
      data: [...taken].map(([dimension, { carried, overBefore, billedBefore }]) => ({
        ...counter,
        id: newId("usageRecord"),
        dimension,
        carried: carried.toFixed(),
        overBefore: overBefore.toFixed(),
        billedBefore,
        included: limit?.toFixed() ?? null,
        periodStart: period.start,
        periodEnd: period.end,
        allowanceStart: period.start,
        createdAt: start,
        updatedAt: start,
      })),
    });
  }
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

/** What a dimension's new counter begins with. */
type TakenOver = Pick<Counter, "carried" | "overBefore" | "billedBefore">;

const NOTHING: TakenOver = { carried: new Decimal(0), overBefore: new Decimal(0), billedBefore: 0n };

/** What ended subscriptions have used of a feature in allowance periods that still run, by dimension. */
async function usedUnder(
  tx: Tx,
  scope: Scope,
  ids: string[],
  featureId: string,
): Promise<Map<string, TakenOver>> {
  const { tenantId, clock } = scope;
  // A use that was prepared before the end finds no counter of its own any more, and is prepared again.
  await tx.$executeRaw`
    update usage_records r set allowance_end = coalesce(r.allowance_end, r.period_end),
      period_end = greatest(r.period_start + interval '1 millisecond', s.ended_at)
    from subscriptions s where s.tenant_id = r.tenant_id and s.id = r.source_id
      and r.tenant_id = ${tenantId} and r.feature_id = ${featureId} and r.source_id = any (${ids})
      and r.status = 'OPEN' and r.period_end > s.ended_at`;
  const rows = await tx.usageRecord.findMany({
    where: { tenantId, featureId, sourceId: { in: ids }, allowanceEnd: { gt: clock.now() } },
    orderBy: [{ periodStart: "asc" }, { id: "asc" }],
  });
  const taken = new Map<string, TakenOver>();
  const periods = Map.groupBy(rows, ({ sourceId, allowanceEnd }) => `${sourceId} ${allowanceEnd?.getTime()}`);
  for (const group of periods.values())
    for (const [dimension, left] of await leftBy(tx, scope, group)) {
      const before = taken.get(dimension) ?? NOTHING;
      taken.set(dimension, add(before, left));
    }
  return new Map([...taken].filter(([, { carried, overBefore }]) => carried.gt(0) || overBefore.gt(0)));
}

/** What the counters of one subscription and period used, without what they had taken over themselves. By dimension. */
async function leftBy(tx: Tx, scope: Scope, rows: UsageRecord[]): Promise<Map<string, TakenOver>> {
  const dimensions = [...Map.groupBy(rows, ({ dimension }) => dimension).values()];
  const last = dimensions.flatMap((own) => own.at(-1) ?? []);
  const left = new Map<string, TakenOver>();
  for (const [termsId, group] of Map.groupBy(last, (row) => row.termsId)) {
    const terms = (await loadUsageTerms(tx, scope, [termsId])).get(termsId ?? "");
    for (const counter of leftByEnded(terms, group.map(toCounter))) left.set(counter.dimension, counter);
  }
  for (const [first] of dimensions)
    if (first && isTakenOver(first)) {
      const { dimension, carried, overBefore, billedBefore } = toCounter(first);
      const less = { carried: carried.neg(), overBefore: overBefore.neg(), billedBefore: -billedBefore };
      left.set(dimension, add(left.get(dimension) ?? NOTHING, less));
    }
  return left;
}

/** Whether a counter was opened by takeOverUsage: earlier terms of its period were those of another subscription. */
function isTakenOver({ allowanceStart, periodStart }: UsageRecord): boolean {
  return allowanceStart?.getTime() === periodStart.getTime();
}

function add(a: TakenOver, b: TakenOver): TakenOver {
  return {
    carried: Decimal.max(0, a.carried.plus(b.carried)),
    overBefore: Decimal.max(0, a.overBefore.plus(b.overBefore)),
    billedBefore: a.billedBefore + b.billedBefore,
  };
}
