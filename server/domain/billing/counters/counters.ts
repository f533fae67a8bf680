import type { Prisma, UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CountingTerms, isApart } from "./counting-terms.ts";

/** An open counter as the rules look at it. */
export interface OpenCounter {
  featureId: string;
  dimension: string;
  used: Decimal;
  /** What is held and has not run out. */
  reserved: Decimal;
  rolledOver: Decimal;
  periodEnd: Date;
}

interface Whose {
  customerId: string;
  /** One feature; all when left out. */
  featureId?: string;
  /** One dimension; all when left out. */
  dimension?: string;
}

/**
 * The customer's open counters. One whose period has ended and is not closed yet does not count: its units
 * belong to the period before. Held units (ALLOCATED) have no period and never run out.
 */
export async function readOpenCounters(
  tx: Tx,
  scope: Scope,
  { customerId, featureId, dimension }: Whose,
): Promise<OpenCounter[]> {
  return findOpen(tx, scope, {
    customerId,
    ...(featureId !== undefined && { featureId }),
    ...(dimension !== undefined && { dimension }),
  });
}

/** The open counters of many customers in as few statements as of one, by customer. */
export async function readOpenCountersOf(
  tx: Tx,
  scope: Scope,
  customerIds: string[],
): Promise<Map<string, OpenCounter[]>> {
  const counters = await findOpen(tx, scope, { customerId: { in: customerIds } });
  return Map.groupBy(counters, ({ customerId }) => customerId);
}

async function findOpen(
  tx: Tx,
  scope: Scope,
  whose: Prisma.UsageRecordWhereInput,
): Promise<(OpenCounter & { customerId: string })[]> {
  const { tenantId, clock } = scope;
  const rows = await tx.usageRecord.findMany({
    where: { tenantId, ...whose, status: "OPEN", periodEnd: { gt: clock.now() } },
  });
  const held = await heldNow(tx, scope, rows);
  return rows.map((row) => ({
    customerId: row.customerId,
    featureId: row.featureId,
    dimension: row.dimension,
    used: new Decimal(row.value.toString()),
    reserved: held.get(row.id) ?? new Decimal(0),
    rolledOver: new Decimal(row.rolledOver.toString()),
    periodEnd: row.periodEnd,
  }));
}

/** What reservations hold by counter; those that have run out hold nothing, noticed or not. */
async function heldNow(
  tx: Tx,
  { tenantId, clock }: Scope,
  rows: UsageRecord[],
): Promise<Map<string, Decimal>> {
  const ids = rows.filter(({ reserved }) => !reserved.isZero()).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const sums = await tx.usageReservation.groupBy({
    by: ["recordId"],
    where: { tenantId, recordId: { in: ids }, status: "HELD", expiresAt: { gt: clock.now() } },
    _sum: { quantity: true },
  });
  return new Map(sums.map(({ recordId, _sum }) => [recordId, new Decimal(_sum.quantity?.toString() ?? 0)]));
}

interface Wanted {
  dimension: string;
  areAllWanted: boolean;
  /** All open counters of the feature, where the caller has read them already. */
  known?: OpenCounter[] | null;
}

/**
 * The counters that a use is checked against: the open ones, and where the dimension (or, under a shared limit, any) has
 * none yet, an empty one with what would come along from earlier periods. Of dimensions that share nothing only the one asked
 * about, unless all are wanted (for what they bill together): there may be very many.
 */
export async function readCounters(
  tx: Tx,
  scope: Scope,
  customerId: string,
  terms: CountingTerms,
  { dimension, areAllWanted, known }: Wanted,
): Promise<OpenCounter[]> {
  const { featureId, period, limitBinding, limit, rolloverMax } = terms;
  const isAlone = isApart(terms) && !areAllWanted;
  const open = known
    ? known.filter((counter) => !isAlone || counter.dimension === dimension)
    : await readOpenCounters(tx, scope, { customerId, featureId, ...(isAlone && { dimension }) });
  const isThere =
    limitBinding === "CUSTOMER" ? open.length > 0 : open.some((counter) => counter.dimension === dimension);
  if (isThere || rolloverMax === null || limit === null) return open;
  const [row] = await tx.$queryRaw<{ units: { toString(): string } }[]>`
    select usher_rolled_over(${scope.tenantId}, ${customerId}, ${terms.subscriptionId}, ${featureId},
      ${limitBinding === "DIMENSION" ? dimension : null}, ${period.start}::timestamptz, ${terms.since}::timestamptz,
      ${limit.toFixed()}::numeric, ${rolloverMax.toFixed()}::numeric, ${terms.intervalDays}::numeric) as units`;
  const rolledOver = new Decimal(row?.units.toString() ?? 0);
  const none = new Decimal(0);
  return [...open, { featureId, dimension, used: none, reserved: none, rolledOver, periodEnd: period.end }];
}
