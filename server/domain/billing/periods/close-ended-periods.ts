import type { Scope } from "../../../platform/scope.ts";
import { closePeriod, type EndedPeriod } from "./close-period.ts";

const AT_ONCE = 200;

interface Which {
  customerId?: string;
  subscriptionId?: string;
}

/**
 * Closes every period of the tenant that has ended and was not settled, the oldest first, so that a worker that was down
 * for three of them catches up in order. A refusal of one customer's provider does not delay the others: it is retried.
 */
export async function closeEndedPeriods(scope: Scope, which: Which = {}): Promise<void> {
  for (let failed = 0; ; ) {
    // Failed periods stay the oldest, and must not delay later ones.
    const rows = await findEnded(scope, which, failed);
    for (const ended of rows) {
      try {
        await closePeriod(scope, ended);
      } catch (error) {
        failed++;
        scope.log.error({ err: error, ...ended }, "a period could not be closed yet");
      }
    }
    if (rows.length < AT_ONCE) return;
  }
}

async function findEnded(
  { tenantId, db, clock }: Scope,
  { customerId, subscriptionId }: Which,
  skip: number,
): Promise<EndedPeriod[]> {
  const rows = await db.usageRecord.groupBy({
    by: ["customerId", "featureId", "subscriptionId", "periodEnd"],
    where: {
      tenantId,
      settledAt: null,
      periodEnd: { lte: clock.now() },
      ...(subscriptionId !== undefined && { subscriptionId }),
      // A customer on a test clock has another current time.
      ...(customerId !== undefined ? { customerId } : { customer: { testClockId: null } }),
    },
    orderBy: [{ periodEnd: "asc" }, { customerId: "asc" }, { featureId: "asc" }, { subscriptionId: "asc" }],
    skip,
    take: AT_ONCE,
  });
  return rows;
}

/**
 * Ends the open periods of an ended subscription at its end, and bills their usage. Only METERED usage: held units (ALLOCATED)
 * bill nothing at the end.
 */
export async function closeSubscriptionUsage(
  scope: Scope,
  { id: subscriptionId, customerId }: { id: string; customerId: string },
  endedAt: Date,
): Promise<void> {
  const { tenantId, db } = scope;
  await db.$executeRaw`
    update usage_records set period_end = greatest(period_start + interval '1 millisecond', ${endedAt}::timestamptz)
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and status = 'OPEN' and settled_at is null
      and period_end > ${endedAt}::timestamptz and period_end < '9000-01-01'`;
  await closeEndedPeriods(scope, { subscriptionId, customerId });
}
