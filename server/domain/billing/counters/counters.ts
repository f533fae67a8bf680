import { queryNamed } from "../../../platform/database/named.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { carryOver } from "../grants/carry-over.ts";
import type { Period } from "../terms/period.ts";
import { areApart, type CountingTerms } from "./counting-terms.ts";
import { countersText, type OpenCounter, readCounter, type StoredCounter } from "./stored-counters.ts";
import { loadUsageTerms } from "./usage-terms.ts";

interface Whose {
  customerId: string;
  /** One feature; all when left out. */
  featureId?: string;
  /** One dimension of that feature; all when left out. */
  dimension?: string;
}

const whose = { tenant: "$1", customer: "q.id", now: "$2::timestamptz", most: null };
const statement = (feature: string | null, dimension: string | null) =>
  `select q.id as "customerId", ${countersText({ ...whose, feature, dimension })} as counters
   from unnest((select $3::text[])) as q (id)`;
const OF_ALL_FEATURES = statement(null, null);
const OF_ONE_FEATURE = statement("$4", null);
const OF_ONE_DIMENSION = statement("$4", "$5");

interface Row {
  customerId: string;
  counters: StoredCounter[] | null;
}

/**
 * The customer's open counters. A counter whose period has ended does not count, even while it is not closed: its units belong
 * to the period before. Held units (ALLOCATED) have no period and do not end. The same subselect as in the statements of hot
 * paths (customer context, shown subscription), which read counters together with other things.
 */
export async function readOpenCounters(
  tx: Tx,
  scope: Scope,
  { customerId, featureId, dimension }: Whose,
): Promise<OpenCounter[]> {
  if (featureId === undefined)
    return (await readOpenCountersOf(tx, scope, [customerId])).get(customerId) ?? [];
  const of = [scope.tenantId, scope.clock.now(), [customerId], featureId];
  const [row] = await queryNamed<Row>(
    scope,
    tx,
    dimension === undefined
      ? { name: "open-counters-of-feature", text: OF_ONE_FEATURE, values: of }
      : { name: "open-counters-of-dimension", text: OF_ONE_DIMENSION, values: [...of, dimension] },
  );
  return (row?.counters ?? []).map(readCounter);
}

/** The open counters of many customers in one statement, by customer. */
export async function readOpenCountersOf(
  tx: Tx,
  scope: Scope,
  customerIds: string[],
): Promise<Map<string, OpenCounter[]>> {
  const rows = await queryNamed<Row>(scope, tx, {
    name: "open-counters",
    text: OF_ALL_FEATURES,
    values: [scope.tenantId, scope.clock.now(), customerIds],
  });
  return new Map(rows.map(({ customerId, counters }) => [customerId, (counters ?? []).map(readCounter)]));
}

interface Wanted {
  dimension: string;
  /** Whether those of all dimensions are wanted, to bill them together. */
  areAllWanted: boolean;
  /** The customer's open counters of the feature, where the caller has read them already. */
  known?: OpenCounter[] | null;
}

/**
 * The counters of one part of a grant that a use is checked against, in terms of now: the open ones, those that are still to be
 * settled as they will be then, and where the dimension (or, under a shared limit, any) has none yet, an empty one with what
 * would roll over from earlier periods. Of independent dimensions only the one asked for, because there may be very many, unless
 * all are wanted.
 */
export async function readCounters(
  tx: Tx,
  scope: Scope,
  customerId: string,
  terms: CountingTerms,
  { dimension, areAllWanted, known }: Wanted,
): Promise<OpenCounter[]> {
  const { featureId, period, limitBinding, limit, rolloverMax, sourceId } = terms;
  const isAlone = areApart([terms]) && !areAllWanted;
  const all = known
    ? known.filter((counter) => !isAlone || counter.dimension === dimension)
    : await readOpenCounters(tx, scope, { customerId, featureId, ...(isAlone && { dimension }) });
  const open = await inTermsOfNow(tx, scope, all, terms);
  const isThere =
    limitBinding === "CUSTOMER" ? open.length > 0 : open.some((counter) => counter.dimension === dimension);
  if (isThere || rolloverMax === null || limit === null) return open;
  const [row] = await tx.$queryRaw<{ units: { toString(): string } }[]>`
    select usher_rolled_over(${scope.tenantId}, ${customerId}, ${terms.subscriptionId}, ${featureId},
      ${limitBinding === "DIMENSION" ? dimension : null}, ${period.start}::timestamptz, ${terms.since}::timestamptz,
      ${limit.toFixed()}::numeric, ${rolloverMax.toFixed()}::numeric, ${terms.anchor}::timestamptz, ${terms.interval}, ${sourceId}) as units`;
  const rolledOver = new Decimal(row?.units.toString() ?? 0);
  const none = new Decimal(0);
  const empty = { used: none, reserved: none, carried: none, overBefore: none, billedBefore: 0n };
  const whose = { id: "", featureId, sourceId, termsId: terms.termsId, dimension };
  return [...open, { ...whose, ...empty, rolledOver, period }];
}

/** The counters of the terms' source and period; those under earlier terms as they go on under these. */
async function inTermsOfNow(
  tx: Tx,
  scope: Scope,
  counters: OpenCounter[],
  terms: CountingTerms,
): Promise<OpenCounter[]> {
  const current = countersUnder(counters, terms);
  const isCurrent = new Set(current);
  const others = counters.filter((counter) => !isCurrent.has(counter) && counter.sourceId === terms.sourceId);
  const going = others.filter(({ period }) => isSamePeriod(period, terms.period));
  if (going.length === 0) return current;
  const known = await loadUsageTerms(
    tx,
    scope,
    going.map(({ termsId }) => termsId),
  );
  const [first] = going;
  const before = first?.termsId ? known.get(first.termsId) : undefined;
  if (!before) return [...current, ...going];
  return [
    ...current,
    ...carryOver({ ending: before, next: { overage: terms.overage } }, going).map((counter) => ({
      ...counter,
      termsId: terms.termsId,
    })),
  ];
}

/** Those counters that count under the terms: of the same source, period, limit and prices. */
export function countersUnder(counters: OpenCounter[], terms: CountingTerms): OpenCounter[] {
  return counters.filter(
    ({ sourceId, termsId, period }) =>
      sourceId === terms.sourceId &&
      (termsId === null || termsId === terms.termsId) &&
      isSamePeriod(period, terms.period),
  );
}

export function isSamePeriod(a: Period, b: Period): boolean {
  return a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime();
}
