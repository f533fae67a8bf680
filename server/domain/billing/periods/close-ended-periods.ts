import type { Scope } from "../../../platform/scope.ts";
import { getSubscriptionOrThrow } from "../terms/load-subscription.ts";
import { billAllocatedUnits } from "./bill-allocated.ts";
import { billableUntil } from "./billable-until.ts";
import { closePeriod, type EndedPeriod } from "./close-period.ts";
import { invoiceOverage, overageDueBy } from "./invoice-before-renewal.ts";
import { findLate, invoiceLate } from "./invoice-late.ts";
import { findToSend, sendWaiting } from "./send-waiting.ts";

const AT_ONCE = 200;

interface Which {
  customerId?: string;
  subscriptionId?: string;
  /** Only periods that ended by then, which may be later than our clock says; by default now. */
  endedBy?: Date;
}

/** What could not be closed; the next call tries it again. */
export interface Unclosed {
  /** Periods that are not settled, and subscriptions whose charges could not be sent to their provider, or invoiced. */
  failed: number;
  /** Those of them that are periods: the subscription's present pack still has to price them. */
  undecided: number;
  /** Why the last of them failed. */
  error: unknown;
}

/**
 * Closes every period of the tenant that has ended and was not settled, the oldest first, so that a worker that was down
 * for three of them catches up in order. Of one customer it also sends what is charged to the card provider that invoices it, and then
 * invoices overage that is due before its renewal, and what came too late for one. A refusal of one customer's provider does not delay
 * the others: it is logged and counted in the result.
 */
export async function closeEndedPeriods(scope: Scope, which: Which = {}): Promise<Unclosed> {
  const unclosed: Unclosed = { failed: 0, undecided: 0, error: null };
  for (;;) {
    // Failed periods stay the oldest, and must not delay later ones.
    const rows = await findEnded(scope, which, unclosed.undecided);
    for (const ended of rows) {
      try {
        await closePeriod(scope, ended);
      } catch (error) {
        unclosed.failed++;
        unclosed.undecided++;
        unclosed.error = error;
        scope.log.error({ err: error, ...ended }, "a period could not be closed yet");
      }
    }
    if (rows.length < AT_ONCE) break;
  }
  const each = async (ids: string[], work: (scope: Scope, id: string) => Promise<void>, failure: string) => {
    for (const subscriptionId of ids) {
      try {
        await work(scope, subscriptionId);
      } catch (error) {
        unclosed.failed++;
        unclosed.error = error;
        scope.log.error({ err: error, subscription_id: subscriptionId }, failure);
      }
    }
  };
  const { customerId } = which;
  // What is charged to all customers, who are many, is due work of its own, in pages.
  if (customerId === undefined) return unclosed;
  const mine = { ...which, customerId };
  await each(await findToSend(scope, mine), sendWaiting, "charges could not be sent yet");
  await each(await findWithOverageDue(scope, mine), invoiceOverage, "overage could not be invoiced yet");
  await each(await findLate(scope, mine), invoiceLate, "late charges could not be invoiced yet");
  return unclosed;
}

/** The subscriptions of a customer whose overage is to be invoiced before their renewal, by now. */
async function findWithOverageDue(
  { tenantId, db, clock }: Scope,
  { customerId, subscriptionId }: Which & { customerId: string },
): Promise<string[]> {
  const rows = await db.usageRecord.findMany({
    where: {
      tenantId,
      customerId,
      ...overageDueBy(clock.now()),
      ...(subscriptionId !== undefined && { subscriptionId }),
    },
    select: { subscriptionId: true },
    distinct: ["subscriptionId"],
  });
  return rows.flatMap((row) => row.subscriptionId ?? []);
}

/**
 * The same for one subscription, before its pack changes, with units that are held past the limit. Throws while an ended period is
 * left that the present pack still has to price; one that only waits for the provider has its price stored.
 */
export async function closeBeforePackChange(
  scope: Scope,
  which: { subscriptionId: string; customerId: string },
): Promise<void> {
  const { undecided, error } = await closeSubscriptionPeriods(scope, which);
  if (undecided > 0)
    throw new Error(`${undecided} ended periods could not be priced under the present pack yet.`, {
      cause: error,
    });
}

/**
 * Bills the periods of a live subscription that have ended, with units that are held past the limit: those whose terms are known,
 * whether the provider or our clock first said that they are over.
 */
export async function closeSubscriptionPeriods(
  scope: Scope,
  which: { subscriptionId: string; customerId: string },
): Promise<Unclosed> {
  await billAllocatedUnits(scope, which.subscriptionId);
  const row = await getSubscriptionOrThrow(scope.db, scope, which.subscriptionId);
  return closeEndedPeriods(scope, { ...which, endedBy: billableUntil(row, scope.clock.now()) });
}

async function findEnded(
  { tenantId, db, clock }: Scope,
  { customerId, subscriptionId, endedBy = clock.now() }: Which,
  skip: number,
): Promise<EndedPeriod[]> {
  const rows = await db.usageRecord.groupBy({
    by: ["customerId", "featureId", "subscriptionId", "sourceId", "periodEnd"],
    where: {
      tenantId,
      settledAt: null,
      periodEnd: { lte: endedBy },
      ...(subscriptionId !== undefined && { subscriptionId }),
      // A customer on a test clock has another current time.
      ...(customerId !== undefined ? { customerId } : { customer: { testClockId: null } }),
    },
    orderBy: [
      { periodEnd: "asc" },
      { customerId: "asc" },
      { featureId: "asc" },
      { subscriptionId: "asc" },
      { sourceId: "asc" },
    ],
    skip,
    take: AT_ONCE,
  });
  return rows;
}

/**
 * Ends the open periods of an ended subscription at its end, and bills their usage. Held units (ALLOCATED) are billed for whole
 * periods alone.
 */
export async function closeSubscriptionUsage(
  scope: Scope,
  { id: subscriptionId, customerId }: { id: string; customerId: string },
  endedAt: Date,
): Promise<Unclosed> {
  const { tenantId, db } = scope;
  await billAllocatedUnits(scope, subscriptionId);
  await db.$executeRaw`
    update usage_records set allowance_end = coalesce(allowance_end, period_end),
      period_end = greatest(period_start + interval '1 millisecond', ${endedAt}::timestamptz)
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and status = 'OPEN' and settled_at is null
      and period_end > ${endedAt}::timestamptz and period_end < '9000-01-01'`;
  // It has ended by the provider's clock, whatever ours says; a period that began at its end is a millisecond long.
  const endedBy = new Date(Math.max(endedAt.getTime() + 1, scope.clock.now().getTime()));
  return closeEndedPeriods(scope, { subscriptionId, customerId, endedBy });
}
