import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { LIVE_STATUSES, type Overview } from "./get-overview-schema.ts";
import { WAITLIST_STATUSES } from "./schema.ts";

/** How many customers, live subscriptions and waitlist entries the scope's tenant has now, by status. */
export async function getOverview(scope: Scope): Promise<z.output<typeof Overview>> {
  const { db, tenantId } = scope;
  const known = { tenantId, erasedAt: null };
  const isLive = { status: { in: [...LIVE_STATUSES] } };
  const [customers, subscribed, subscriptions, waitlist] = await Promise.all([
    db.customer.count({ where: known }),
    db.customer.count({ where: { ...known, subscriptions: { some: isLive } } }),
    db.subscription.groupBy({ by: ["status"], where: { tenantId, ...isLive }, _count: true }),
    db.waitlistEntry.groupBy({ by: ["status"], where: { tenantId }, _count: true }),
  ]);
  const live = byStatus(LIVE_STATUSES, subscriptions);
  const waiting = byStatus(WAITLIST_STATUSES, waitlist);
  return {
    customers: { total: customers, subscribed },
    subscriptions: { live: total(live), by_status: live },
    waitlist: { total: total(waiting), by_status: waiting },
  };
}

/** One count for each status, 0 for those without a row. */
function byStatus<Status extends string>(
  statuses: readonly Status[],
  rows: { status: string; _count: number }[],
) {
  const counts = new Map(rows.map((row) => [row.status, row._count]));
  return statuses.map((status) => ({ status, count: counts.get(status) ?? 0 }));
}

function total(counts: { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
