import { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { monthlyOf } from "../terms/yearly-amount.ts";
import { type Counted, MOVEMENT_KINDS, type MovementKind, movesBefore } from "./moves.ts";

/** What moved in one part of a range: minor units a month, and payers. before + the parts = after, for both. */
export interface Movement {
  before: bigint;
  after: bigint;
  parts: Record<MovementKind, bigint>;
  /** How many changes of each kind. */
  counts: Record<MovementKind, number>;
  payingBefore: number;
  payingAfter: number;
}

export interface MovementsOfCurrency {
  currency: string;
  /** One for each bucket between two edges. */
  buckets: Movement[];
}

/** What moved in one currency, bucket and kind. */
export interface MovementRow {
  currency: string;
  /** By width_bucket: 0 is before the first edge. */
  bucket: number;
  kind: MovementKind;
  /** Yearly amounts in minor units. */
  yearly: string;
  times: number;
}

/**
 * How monthly recurring revenue moved between the edges (ascending; each bucket begins at one and ends before the next), by
 * currency, the largest at the end first. The revenue at an edge is that just before it. It is read from the terms alone, so that
 * neither a new price nor a new name changes the past.
 */
export async function readMovements(
  scope: Scope,
  edges: Date[],
  counted: Counted,
): Promise<MovementsOfCurrency[]> {
  return movementsOf(await readMovementRows(scope, edges, counted), edges.length - 1);
}

/** The sums that the movements between the edges are made of. */
export function readMovementRows(scope: Scope, edges: Date[], counted: Counted): Promise<MovementRow[]> {
  return scope.db.$queryRaw<MovementRow[]>`
    ${movesBefore(scope, counted, edges.at(-1) ?? new Date(0))}
    select currency, width_bucket(at, ${edges}::timestamptz[]) as bucket, kind, sum(change)::text as yearly, count(*)::int as times
    from moves group by 1, 2, 3`;
}

/** The movements of each currency in so many buckets, the largest at the end first. */
export function movementsOf(rows: MovementRow[], count: number): MovementsOfCurrency[] {
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    buckets: bucketsOf(own, count),
  }));
  const last = ({ buckets }: MovementsOfCurrency) => buckets.at(-1)?.after ?? 0n;
  return currencies.sort((a, b) => Number(last(b) - last(a)) || (a.currency < b.currency ? -1 : 1));
}

/** The movements of one currency in each bucket, from sums by kind; several sums of one kind are added up. */
export function bucketsOf(rows: MovementRow[], count: number): Movement[] {
  const inBucket = Map.groupBy(rows, ({ bucket }) => bucket);
  const earlier = inBucket.get(0) ?? [];
  let yearly = sumOf(earlier);
  let paying = payersGained(earlier);
  return Array.from({ length: count }, (_, index) => {
    const own = inBucket.get(index + 1) ?? [];
    const movement = movementOf(own, yearly, paying);
    yearly = yearly.add(sumOf(own));
    paying = movement.payingAfter;
    return movement;
  });
}

/**
 * The parts are differences of rounded running sums: each is less than one minor unit from its exact amount, and together they are
 * exactly what the rounded revenue before and after differ by.
 */
function movementOf(rows: MovementRow[], yearlyBefore: Decimal, payingBefore: number): Movement {
  let running = yearlyBefore;
  const part = (kind: MovementKind): [MovementKind, bigint] => {
    const start = monthlyOf(running);
    running = running.add(sumOf(rows.filter((row) => row.kind === kind)));
    return [kind, monthlyOf(running) - start];
  };
  const parts = byKind(part);
  return {
    before: monthlyOf(yearlyBefore),
    after: monthlyOf(running),
    parts,
    counts: byKind((kind) => [kind, timesOf(rows, kind)]),
    payingBefore,
    payingAfter: payingBefore + payersGained(rows),
  };
}

function payersGained(rows: MovementRow[]): number {
  return timesOf(rows, "NEW") + timesOf(rows, "REACTIVATION") - timesOf(rows, "CHURN");
}

function timesOf(rows: MovementRow[], of: MovementKind): number {
  return rows.reduce((sum, { kind, times }) => (kind === of ? sum + times : sum), 0);
}

/** Exact: yearly amounts are whole, and converted ones have fewer digits than a Decimal. */
function sumOf(rows: MovementRow[]): Decimal {
  return rows.reduce((sum, { yearly }) => sum.add(yearly), new Decimal(0));
}

function byKind<Value>(entry: (kind: MovementKind) => [MovementKind, Value]): Record<MovementKind, Value> {
  // MOVEMENT_KINDS are all keys.
  return Object.fromEntries(MOVEMENT_KINDS.map(entry)) as Record<MovementKind, Value>;
}

/** The movements of neighbouring buckets as one. */
export function together(buckets: Movement[]): Movement | null {
  const [first] = buckets;
  const last = buckets.at(-1);
  if (!first || !last) return null;
  const sum = (of: (movement: Movement) => bigint) => buckets.reduce((total, one) => total + of(one), 0n);
  const count = (of: (movement: Movement) => number) => buckets.reduce((total, one) => total + of(one), 0);
  return {
    before: first.before,
    after: last.after,
    parts: byKind((kind) => [kind, sum(({ parts }) => parts[kind])]),
    counts: byKind((kind) => [kind, count(({ counts }) => counts[kind])]),
    payingBefore: first.payingBefore,
    payingAfter: last.payingAfter,
  };
}

/** Of the payers at a moment, how many there were, and how many of them paid nothing any more at a later one. */
export async function countLeft(
  scope: Scope,
  counted: Counted,
  from: Date,
  to: Date,
): Promise<{ paying: number; left: number }> {
  const [row] = await scope.db.$queryRaw<{ paying: number; left: number }[]>`
    ${movesBefore(scope, counted, to)}, paying as (
      select coalesce(sum(change) filter (where at < ${from}), 0) as early, sum(change) as late from moves group by payer, currency
    )
    select count(*) filter (where early > 0)::int as paying, count(*) filter (where early > 0 and late = 0)::int as "left"
    from paying`;
  return row ?? { paying: 0, left: 0 };
}
