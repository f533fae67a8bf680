import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { leftByEnded } from "../grants/carry-over.ts";
import type { Counter } from "../grants/grant.ts";
import type { CountedTerms } from "../grants/rules.ts";
import { toCounter } from "./to-counter.ts";
import { loadUsageTerms } from "./usage-terms.ts";

/** What a dimension's new counter begins with. */
export type TakenOver = Pick<Counter, "carried" | "overBefore" | "billedBefore">;

const NOTHING: TakenOver = { carried: new Decimal(0), overBefore: new Decimal(0), billedBefore: 0n };

interface Which {
  customerId: string;
  featureId: string;
  /** Ended subscriptions, and the product whose free plan's counters have stopped. */
  sources: string[];
}

/**
 * What sources that grant nothing more have used of a feature in allowance periods that still run, by dimension, without what they
 * had taken over themselves. The caller holds the locks of lockAllUsage.
 */
export async function usedUnder(
  tx: Tx,
  scope: Scope,
  { customerId, featureId, sources }: Which,
): Promise<Map<string, TakenOver>> {
  const { tenantId, clock } = scope;
  // A use that was prepared before the end finds no counter of its own any more, and is prepared again.
  await tx.$executeRaw`
    update usage_records r set allowance_end = coalesce(r.allowance_end, r.period_end),
      period_end = greatest(r.period_start + interval '1 millisecond', s.ended_at)
    from subscriptions s where s.tenant_id = r.tenant_id and s.id = r.source_id
      and r.tenant_id = ${tenantId} and r.feature_id = ${featureId} and r.source_id = any (${sources})
      and r.status = 'OPEN' and r.period_end > s.ended_at`;
  const rows = await tx.usageRecord.findMany({
    where: {
      tenantId,
      customerId,
      featureId,
      sourceId: { in: sources },
      allowanceEnd: { gt: clock.now() },
    },
    orderBy: [{ periodStart: "asc" }, { id: "asc" }],
  });
  const taken = new Map<string, TakenOver>();
  // Those that share a limit were closed together.
  const groups = Map.groupBy(rows, (row) => `${row.sourceId} ${row.termsId} ${row.periodEnd.getTime()}`);
  const terms = await loadUsageTerms(
    tx,
    scope,
    rows.map(({ termsId }) => termsId),
  );
  for (const group of groups.values())
    for (const [dimension, used] of usedByGroup(group, terms.get(group[0]?.termsId ?? "")))
      taken.set(dimension, add(taken.get(dimension) ?? NOTHING, used));
  const some = [...taken].map(([dimension, units]) => [dimension, notNegative(units)] as const);
  return new Map(some.filter(([, { carried, overBefore }]) => carried.gt(0) || overBefore.gt(0)));
}

/** What each of the counters of one source, terms and period has added to what it began with. By dimension. */
function usedByGroup(rows: UsageRecord[], terms: CountedTerms | undefined): [string, TakenOver][] {
  const counters = rows.map(toCounter);
  return leftByEnded(terms, counters).map((left, index) => {
    // One for each, in the same order.
    const { carried, overBefore, billedBefore } = counters[index] as Counter;
    const less = { carried: carried.neg(), overBefore: overBefore.neg(), billedBefore: -billedBefore };
    return [left.dimension, add(left, less)];
  });
}

function add(a: TakenOver, b: TakenOver): TakenOver {
  return {
    carried: a.carried.plus(b.carried),
    overBefore: a.overBefore.plus(b.overBefore),
    billedBefore: a.billedBefore + b.billedBefore,
  };
}

function notNegative({ carried, overBefore, billedBefore }: TakenOver): TakenOver {
  return {
    carried: Decimal.max(0, carried),
    overBefore: Decimal.max(0, overBefore),
    billedBefore: billedBefore > 0n ? billedBefore : 0n,
  };
}
