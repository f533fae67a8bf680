import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { carryOver, leftByEnded } from "../grants/carry-over.ts";
import type { Counter } from "../grants/grant.ts";
import { loadOverridesOf } from "../grants/load-overrides.ts";
import type { CountedTerms } from "../grants/rules.ts";
import type { CountedCustomer } from "../terms/find-terms.ts";
import { findGranting } from "../terms/load-subscription.ts";
import { isFree, phasesOf } from "../terms/phases.ts";
import { type AlteredCounters, findAltered } from "./altered-counters.ts";
import type { CountingTerms } from "./counting-terms.ts";
import { lockAllUsage } from "./lock-usage.ts";
import { nameTermsBefore } from "./name-terms.ts";
import { keepUsageTerms, loadUsageTerms } from "./usage-terms.ts";
import { changeTerms, closeCounters, moveReservations, openCounters, writeMoves } from "./write-counters.ts";

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
    const open = await tx.usageRecord.findMany({
      where: { tenantId, customerId: customer.id, featureId: feature.id, status: "OPEN" },
      orderBy: { id: "asc" },
    });
    const rows = await nameTermsBefore(tx, scope, feature, open);
    for (const group of await findAltered(tx, scope, { customer, live, overrides, feature, rows })) {
      await keepUsageTerms(tx, scope, group.grant);
      if (group.isReplaced) await replaceTerms(tx, scope, group);
      else await settle(tx, scope, { customerId: customer.id, altered: group });
    }
  }
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

/**
 * Closes the counters of one source, period and terms, and opens those that follow: they carry its units where the period goes on.
 * As many statements for thousands of dimensions as for one.
 */
async function settle(
  tx: Tx,
  scope: Scope,
  { customerId, altered }: { customerId: string; altered: AlteredCounters },
): Promise<void> {
  const { rows, terms, amount, moved, until } = altered;
  const carried = await whatFollows(tx, scope, altered);
  const isWithin = until.getTime() !== terms.period.start.getTime();
  const steps = rows.map((row, index) => {
    // One for each, in the same order.
    const next = carried[index] as Counter;
    // Units that cost nothing under the terms that end go on as units of those that follow.
    const value = next.used.plus(moved.get(row.id) ?? ZERO);
    const hasBefore = isWithin || next.carried.gt(0) || next.overBefore.gt(0);
    return { row, value, opened: { ...next, id: newId("usageRecord"), value, hasBefore } };
  });
  const closed = steps.map(({ row, value, opened }, index) => ({
    id: row.id,
    nextId: opened.id,
    away: value,
    amount: index === 0 ? amount : 0n,
  }));
  const opened = steps.map((step) => step.opened);
  await closeCounters(tx, scope, until, closed);
  await openCounters(tx, scope, { customerId, terms, from: until }, opened);
  await writeMoves(tx, scope, { customerId, occurredAt: until }, [
    ...closed.map(({ id, away }) => ({ recordId: id, delta: away.neg() })),
    ...opened.map(({ id, value }) => ({ recordId: id, delta: value })),
  ]);
  await moveReservations(tx, scope, closed);
}

/**
 * Lets counters whose terms began in the last millisecond of the period count under the terms that follow, which take their place.
 * What was used past a limit that costs nothing does not become overage afterwards.
 */
async function replaceTerms(
  tx: Tx,
  scope: Scope,
  { rows, terms, goesOn, ending }: AlteredCounters,
): Promise<void> {
  const wasBilled = ending?.overage === "BILL" && ending.price !== null;
  await changeTerms(tx, scope, terms, {
    ids: rows.map(({ id }) => id),
    isOtherPeriod: !goesOn,
    isIncluded: goesOn && !wasBilled && terms.overage === "BILL",
  });
}

/** What the next counters begin with, in the order of the rows. */
async function whatFollows(
  tx: Tx,
  scope: Scope,
  { goesOn, ending, terms, counters }: AlteredCounters,
): Promise<Counter[]> {
  if (goesOn && ending) return carryOver({ ending, next: { overage: terms.overage } }, counters);
  if (await isOtherFreeInterval(tx, scope, terms))
    return leftByEnded(ending, counters).map((left) => ({ ...left, rolledOver: ZERO }));
  return counters.map(startAnew);
}

/** Whether the last change was from a price of 0 to one of another interval: changing back and forth gives no new allowance. */
async function isOtherFreeInterval(
  tx: Tx,
  scope: Scope,
  { subscriptionId }: CountingTerms,
): Promise<boolean> {
  if (subscriptionId === null) return false;
  const [before, now] = (await phasesOf(tx, scope, subscriptionId)).slice(-2);
  if (!before || !now || before.collecting !== "PAID") return false;
  return before.interval !== now.interval && isFree(before) && isFree(now);
}

/** Under another calendar counting starts anew; reserved units stay reserved. */
function startAnew({ dimension, reserved }: Counter): Counter {
  const none = { used: ZERO, rolledOver: ZERO, carried: ZERO, overBefore: ZERO, billedBefore: 0n };
  return { dimension, reserved, ...none };
}

/** What one closed counter group bills under its own terms; undefined where it was opened before counters had terms. */
export async function termsOfCounters(
  tx: Tx,
  scope: Scope,
  rows: Pick<UsageRecord, "termsId">[],
): Promise<CountedTerms | undefined> {
  const id = rows.find(({ termsId }) => termsId !== null)?.termsId;
  return id ? (await loadUsageTerms(tx, scope, [id])).get(id) : undefined;
}
