import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { FeatureTerms, OverrideTerms } from "../grants/apply-overrides.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import { loadGrantUnder } from "../grants/load-grants.ts";
import { billedInPeriod, type CountedTerms } from "../grants/rules.ts";
import { combineGrants, type Part } from "../terms/feature-grant.ts";
import { type CountedCustomer, chooseTerms, type Source, sourcesWithout } from "../terms/find-terms.ts";
import type { GrantingSubscription } from "../terms/load-subscription.ts";
import type { Period } from "../terms/period.ts";
import { isSamePeriod } from "./counters.ts";
import { countingTerms, type Running } from "./counting.ts";
import type { CountingTerms } from "./counting-terms.ts";
import { momentOfChange } from "./moment-of-change.ts";
import { toCounter } from "./to-counter.ts";
import { loadUsageTerms } from "./usage-terms.ts";

const ZERO = new Decimal(0);

/** Open counters of one source, period and terms that are no longer the terms of now, and what they bill when they are settled. */
export interface AlteredCounters {
  /** At least one. */
  rows: UsageRecord[];
  /** What their source grants now, and the terms that follow. */
  grant: Grant;
  terms: CountingTerms;
  /** Whether their allowance period goes on; else counting starts anew. */
  goesOn: boolean;
  /** What they counted under; undefined where they were opened before counters had terms. */
  ending: CountedTerms | undefined;
  /** When those terms ended; within the period of the terms that follow. */
  until: Date;
  /**
   * Whether nothing is left of the period to open another counter in: those terms began in its last millisecond, and the terms that
   * follow take their place. Then they bill nothing by themselves.
   */
  isReplaced: boolean;
  /** Units that were used after that, by counter. */
  moved: Map<string, Decimal>;
  /** The counters without them, in the order of the rows. */
  counters: Counter[];
  /** What the units past the limit cost under the ending terms, in minor units. */
  amount: bigint;
}

interface Asked {
  customer: CountedCustomer;
  /** The customer's subscriptions, newest first: as they are, or as a change would make them. */
  live: GrantingSubscription[];
  /** The customer's overrides in force, oldest first. */
  overrides: OverrideTerms[];
  feature: FeatureTerms;
  /** The customer's open counters of the feature. */
  rows: UsageRecord[];
  /** When the terms change; when they last did, where left out. */
  changedAt?: Date;
}

/**
 * The open counters of a METERED feature whose limit, overage, prices or period are no longer those of now, with what they bill.
 * Changes nothing: settleAlteredCounters settles them, and the preview of a change says what that will bill.
 */
export async function findAltered(
  tx: Tx,
  scope: Scope,
  { customer, live, overrides, feature, rows, changedAt }: Asked,
): Promise<AlteredCounters[]> {
  const own = overrides.filter((override) => override.featureId === feature.id);
  const found = await chooseTerms(tx, scope, { customer, live, featureId: feature.id });
  const { parts } = await combineGrants(tx, scope, found, feature, own);
  const lost = await partsLost(tx, scope, { live, sources: found.sources, feature, rows });
  const counters = rows.map(toRunning);
  const all: AlteredCounters[] = [];
  for (const { source, grant } of [...parts, ...lost]) {
    const terms = countingTerms({ source, grant }, { customer, counters }, scope.clock.now());
    const altered = terms === null ? [] : rows.filter((row) => isAltered(row, terms));
    if (terms === null) continue;
    for (const group of Map.groupBy(altered, periodKey).values())
      all.push(
        await settledUnder(tx, scope, group, {
          grant,
          terms,
          changedAt: changedAt ?? (await lastChange(tx, scope, group, source)),
        }),
      );
  }
  return all;
}

interface Lost {
  live: GrantingSubscription[];
  /** What grants the feature. */
  sources: Source[];
  feature: FeatureTerms;
  rows: UsageRecord[];
}

/** Of subscriptions with open counters that do not grant the feature any more, while another source does: that they grant none. */
async function partsLost(tx: Tx, scope: Scope, { live, sources, feature, rows }: Lost): Promise<Part[]> {
  const known = new Set(sources.map(({ id }) => id));
  const counted = new Set(rows.map(({ sourceId }) => sourceId).filter((id) => !known.has(id)));
  if (counted.size === 0) return [];
  const lost: Part[] = [];
  for (const source of await sourcesWithout(tx, scope, { live, sources }))
    if (source.id !== null && counted.has(source.id))
      lost.push({ source, grant: await loadGrantUnder(tx, scope, source.terms, feature, []) });
  return lost;
}

async function lastChange(
  tx: Tx,
  scope: Scope,
  [first]: UsageRecord[],
  { subscription }: Source,
): Promise<Date> {
  const found = first && (await momentOfChange(tx, scope, first, subscription?.id ?? null));
  return found ?? scope.clock.now();
}

interface Next {
  grant: Grant;
  terms: CountingTerms;
  changedAt: Date;
}

async function settledUnder(
  tx: Tx,
  scope: Scope,
  rows: UsageRecord[],
  { grant, terms, changedAt }: Next,
): Promise<AlteredCounters> {
  // A group has at least one.
  const first = rows[0] as UsageRecord;
  const moment = Math.max(changedAt.getTime(), terms.period.start.getTime());
  const latest = rows.reduce((most, { periodStart }) => Math.max(most, periodStart.getTime() + 1), moment);
  const isReplaced = latest >= terms.period.end.getTime();
  const until = new Date(isReplaced ? terms.period.end.getTime() - 1 : latest);
  const moved = await usedSince(tx, scope, rows, until);
  const counters = rows.map(toCounter).map((counter, index) => ({
    ...counter,
    used: counter.used.minus(moved.get(rows[index]?.id ?? "") ?? ZERO),
  }));
  const ending =
    first.termsId === null
      ? undefined
      : (await loadUsageTerms(tx, scope, [first.termsId])).get(first.termsId);
  const amount = ending && !isReplaced ? billedInPeriod(ending, counters) : 0n;
  const goesOn = isIn(first, terms.period);
  return { rows, grant, terms, goesOn, ending, until, isReplaced, moved, counters, amount };
}

/**
 * Whether a counter of the terms' source goes on, under another limit, other prices, or another calendar. One of a later period does
 * not: a process whose clock is ahead has begun it.
 */
function isAltered(row: UsageRecord, { sourceId, termsId, period }: CountingTerms): boolean {
  if (row.sourceId !== sourceId || row.periodEnd <= period.start || row.periodStart >= period.end)
    return false;
  return !isIn(row, period) || (row.termsId !== null && row.termsId !== termsId);
}

function toRunning({ sourceId, allowanceStart, periodStart, periodEnd }: UsageRecord): Running {
  return { sourceId, period: { start: allowanceStart ?? periodStart, end: periodEnd } };
}

function isIn(row: UsageRecord, period: Period): boolean {
  return isSamePeriod(toRunning(row).period, period);
}

function periodKey({ allowanceStart, periodStart, periodEnd, termsId }: UsageRecord): string {
  return `${(allowanceStart ?? periodStart).getTime()} ${periodEnd.getTime()} ${termsId}`;
}

/** The units of each counter that were used after a moment: a change that was learned late moves them. */
async function usedSince(
  tx: Tx,
  { tenantId }: Scope,
  rows: UsageRecord[],
  moment: Date,
): Promise<Map<string, Decimal>> {
  const values = new Map(rows.map(({ id, value }) => [id, value.toString()]));
  const sums = await tx.$queryRaw<{ id: string; units: string }[]>`
    select record_id as id, sum(delta)::text as units from usage_ledger
    where tenant_id = ${tenantId} and record_id = any (${[...values.keys()]}) and kind <> 'SET'
      and occurred_at > ${moment}::timestamptz
    group by record_id`;
  return new Map(
    sums.map(({ id, units }) => [id, Decimal.max(ZERO, Decimal.min(units, values.get(id) ?? 0))]),
  );
}
