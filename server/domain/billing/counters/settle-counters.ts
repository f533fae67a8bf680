import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { carryOver } from "../grants/carry-over.ts";
import type { Counter } from "../grants/grant.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import { billedInPeriod, type Priced } from "../grants/rules.ts";
import { combineGrants } from "../terms/feature-grant.ts";
import { type CountedCustomer, chooseTerms } from "../terms/find-terms.ts";
import { findGranting, type GrantingSubscription } from "../terms/load-subscription.ts";
import type { Period } from "../terms/period.ts";
import { countingTerms } from "./counting.ts";
import type { CountingTerms } from "./counting-terms.ts";
import { lockAllUsage } from "./lock-usage.ts";
import { toCounter } from "./to-counter.ts";
import { keepUsageTerms, loadUsageTerms } from "./usage-terms.ts";

const ZERO = new Decimal(0);

interface Whose {
  customer: CountedCustomer;
  /** One feature; every metered feature with open counters when left out. */
  featureId?: string;
}

/**
 * Settles the open counters of a customer whose limit, overage, prices or period are no longer those of now: what they have
 * counted past their limit is owed under the terms that they counted under. Where the allowance period goes on, a counter under
 * the terms of now follows each and carries what was used. Counters of terms that did not change go on. Called by whatever changes
 * a customer's terms, in its transaction, and by a use that finds counters under other terms; the outcome is the same. Held units
 * (ALLOCATED) have no such counters. `scope` is in the customer's own time.
 */
export async function settleAlteredCounters(
  tx: Tx,
  scope: Scope,
  { customer, featureId }: Whose,
): Promise<void> {
  const { tenantId } = scope;
  const features = await tx.feature.findMany({
    where: {
      tenantId,
      type: "METERED",
      ...(featureId !== undefined && { id: featureId }),
      usageRecords: { some: { customerId: customer.id, status: "OPEN" } },
    },
    orderBy: { id: "asc" },
  });
  if (features.length === 0) return;
  // Before the terms are read: another transaction that changes them settles under those locks, too.
  for (const feature of features) await lockAllUsage(tx, scope, customer.id, feature.id);
  const live = await findGranting(tx, scope, customer.id);
  const overrides = await loadOverridesOf(tx, scope, customer.id);
  for (const feature of features) {
    await expireReservations(tx, scope, customer.id, feature.id);
    const own = overrides.filter((override) => override.featureId === feature.id);
    const found = await chooseTerms(tx, scope, { customer, live, featureId: feature.id });
    const { parts } = await combineGrants(tx, scope, found, feature, own);
    const rows = await tx.usageRecord.findMany({
      where: { tenantId, customerId: customer.id, featureId: feature.id, status: "OPEN" },
      orderBy: { id: "asc" },
    });
    for (const part of parts) {
      const terms = countingTerms(part, customer, scope.clock.now());
      const altered = terms === null ? [] : rows.filter((row) => isAltered(row, terms));
      if (terms === null || altered.length === 0) continue;
      await keepUsageTerms(tx, scope, part.grant);
      const { subscription } = part.source;
      for (const group of Map.groupBy(altered, periodKey).values())
        await settle(tx, scope, group, { terms, subscription });
    }
  }
}

/** Whether a counter of the terms' source goes on, under another limit, other prices, or another calendar. */
function isAltered(row: UsageRecord, { sourceId, termsId, period }: CountingTerms): boolean {
  if (row.sourceId !== sourceId || row.periodEnd <= period.start) return false;
  return !isIn(row, period) || (row.termsId !== null && row.termsId !== termsId);
}

function isIn({ allowanceStart, periodStart, periodEnd }: UsageRecord, { start, end }: Period): boolean {
  return (
    (allowanceStart ?? periodStart).getTime() === start.getTime() && periodEnd.getTime() === end.getTime()
  );
}

function periodKey({ allowanceStart, periodStart, periodEnd, termsId }: UsageRecord): string {
  return `${(allowanceStart ?? periodStart).getTime()} ${periodEnd.getTime()} ${termsId}`;
}

interface Next {
  terms: CountingTerms;
  subscription: GrantingSubscription | null;
}

/** Frees what has run out, so that it is not reserved in the counters that follow. */
async function expireReservations(
  tx: Tx,
  { tenantId, clock }: Scope,
  customerId: string,
  featureId: string,
): Promise<void> {
  await tx.$executeRaw`select usher_expire_reservations(${tenantId}, ${customerId}, ${featureId}, null, ${clock.now()}::timestamptz)`;
}

/** Closes the counters of one source, period and terms, and opens those that follow: they carry its units where the period goes on. */
async function settle(
  tx: Tx,
  scope: Scope,
  rows: UsageRecord[],
  { terms, subscription }: Next,
): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const [first] = rows;
  if (!first) return;
  const goesOn = isIn(first, terms.period);
  const changedAt = await momentOfChange(tx, scope, first, subscription);
  const moment = changedAt > terms.period.start ? changedAt : terms.period.start;
  const latest = new Date(
    Math.max(moment.getTime(), ...rows.map(({ periodStart }) => periodStart.getTime() + 1)),
  );
  const moved = await usedSince(tx, scope, rows, latest);
  // Without the units that were used after the terms had ended.
  const counters = rows.map(toCounter).map((counter, index) => ({
    ...counter,
    used: counter.used.minus(moved.get(rows[index]?.id ?? "") ?? ZERO),
  }));
  const ending =
    first.termsId === null
      ? undefined
      : (await loadUsageTerms(tx, scope, [first.termsId])).get(first.termsId);
  const amount = ending ? billedInPeriod(ending, counters) : 0n;
  const carried =
    goesOn && ending
      ? carryOver({ ending, next: { overage: terms.overage } }, counters)
      : counters.map(startAnew);
  for (const [index, row] of rows.entries()) {
    // Units that cost nothing under the terms that end go on as units of those that follow.
    const away = (moved.get(row.id) ?? ZERO).plus(carried[index]?.used ?? ZERO);
    if (!away.isZero()) await writeMove(tx, scope, row.id, away.neg(), latest);
    await tx.usageRecord.update({
      where: { tenantId_id: { tenantId, id: row.id } },
      data: {
        status: "CLOSED",
        periodEnd: latest < row.periodEnd ? latest : row.periodEnd,
        allowanceEnd: row.allowanceEnd ?? row.periodEnd,
        value: { decrement: away.toFixed() },
        reserved: 0,
        billedAmount: row === first ? amount : 0n,
        updatedAt: now,
      },
    });
  }
  for (const [index, row] of rows.entries()) {
    // One for each, in the same order.
    const next = carried[index] as Counter;
    const value = (moved.get(row.id) ?? ZERO).plus(next.used);
    await openNext(tx, scope, row, { next, value, terms, from: latest });
  }
}

/** Under another calendar counting starts anew; reserved units stay reserved. */
function startAnew({ dimension, reserved }: Counter): Counter {
  const none = { used: ZERO, rolledOver: ZERO, carried: ZERO, overBefore: ZERO, billedBefore: 0n };
  return { dimension, reserved, ...none };
}

interface Opening {
  next: Counter;
  /** Units that were used under the new terms already. */
  value: Decimal;
  terms: CountingTerms;
  from: Date;
}

async function openNext(
  tx: Tx,
  scope: Scope,
  before: UsageRecord,
  { next, value, terms, from }: Opening,
): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const id = newId("usageRecord");
  const goesOn = from.getTime() !== terms.period.start.getTime();
  await tx.usageRecord.create({
    data: {
      tenantId,
      id,
      customerId: before.customerId,
      subscriptionId: terms.subscriptionId,
      featureId: before.featureId,
      dimension: before.dimension,
      sourceId: terms.sourceId,
      termsId: terms.termsId,
      value: value.toFixed(),
      reserved: next.reserved.toFixed(),
      rolledOver: next.rolledOver.toFixed(),
      carried: next.carried.toFixed(),
      overBefore: next.overBefore.toFixed(),
      billedBefore: next.billedBefore,
      included: terms.limit?.toFixed() ?? null,
      periodStart: from,
      periodEnd: terms.period.end,
      allowanceStart: goesOn ? terms.period.start : null,
      createdAt: now,
      updatedAt: now,
    },
  });
  if (!value.isZero()) await writeMove(tx, scope, id, value, from);
  await tx.usageReservation.updateMany({
    where: { tenantId, recordId: before.id, status: "HELD" },
    data: { recordId: id },
  });
}

/** The units of each counter that were used at or after a moment: a change that was learned late moves them. */
async function usedSince(
  tx: Tx,
  { tenantId }: Scope,
  rows: UsageRecord[],
  moment: Date,
): Promise<Map<string, Decimal>> {
  const sums = await tx.usageLedgerEntry.groupBy({
    by: ["recordId"],
    where: {
      tenantId,
      recordId: { in: rows.map(({ id }) => id) },
      occurredAt: { gte: moment },
      kind: { not: "SET" },
    },
    _sum: { delta: true },
  });
  return new Map(
    sums.map(({ recordId, _sum }) => {
      const row = rows.find(({ id }) => id === recordId);
      const sum = new Decimal(_sum.delta?.toString() ?? 0);
      return [recordId, Decimal.max(ZERO, Decimal.min(sum, row?.value.toString() ?? 0))];
    }),
  );
}

/** Writes units that move between two counters to the ledger, which is never rewritten. */
async function writeMove(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  recordId: string,
  delta: Decimal,
  occurredAt: Date,
): Promise<void> {
  const { customerId } = await tx.usageRecord.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: recordId } },
    select: { customerId: true },
  });
  await tx.usageLedgerEntry.create({
    data: {
      ...{
        tenantId,
        id: newId("usageLedgerEntry"),
        recordId,
        customerId,
        kind: "SET",
        delta: delta.toFixed(),
      },
      ...{ actorType: actor.type, actorId: actor.id, reason: "The terms had changed before this use." },
      ...{ occurredAt, createdAt: clock.now() },
    },
  });
}

/** When the terms changed within a counter's period: the latest of its subscription's phases and its feature's overrides. */
async function momentOfChange(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, featureId, periodStart }: UsageRecord,
  subscription: GrantingSubscription | null,
): Promise<Date> {
  const now = clock.now();
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    select max(at) as at from (
      select from_at as at from subscription_terms
        where tenant_id = ${tenantId} and subscription_id = ${subscription?.id ?? ""} and to_at is null
      union all
      select unnest(array[starts_at, ends_at, revoked_at]) from overrides
        where tenant_id = ${tenantId} and customer_id = ${customerId} and feature_id = ${featureId}
    ) changes where at > ${periodStart}::timestamptz and at <= ${now}::timestamptz`;
  return row?.at ?? now;
}

/** What one closed counter group bills under its own terms; undefined where it was opened before counters had terms. */
export async function termsOfCounters(
  tx: Tx,
  scope: Scope,
  rows: Pick<UsageRecord, "termsId">[],
): Promise<Priced | undefined> {
  const id = rows.find(({ termsId }) => termsId !== null)?.termsId;
  return id ? (await loadUsageTerms(tx, scope, [id])).get(id) : undefined;
}
