import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

export const DAY_MS = 86_400_000;

/** The beginning of a moment's day, in UTC. */
function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

/**
 * An open invoice is overdue once the day of its due date is over, in UTC, as its document, mails and pages name that day: this is the
 * moment from which on one that is due then is.
 */
export function overdueFrom(dueAt: Date): Date {
  return new Date(startOfDay(dueAt).getTime() + DAY_MS);
}

/** What was due before this moment is overdue now, if it is open. */
export const overdueBefore = startOfDay;

/** SQL of overdueBefore. */
export function overdueBeforeInSql(now: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`date_trunc('day', ${now}, 'UTC')`;
}

/** Whether the day of a due date is over; null: there is none. */
export function isOverdue(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt < overdueBefore(now);
}

/** When an invoice of ours that is issued at a moment is to be paid: after so many days; null: the tenant's. */
export async function dueDateOf(
  tx: Tx,
  { tenantId }: Scope,
  issuedAt: Date,
  days: number | null,
): Promise<Date> {
  const { invoiceDueDays } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  return dueAfter(issuedAt, days ?? invoiceDueDays);
}

export function dueAfter(issuedAt: Date, days: number): Date {
  return new Date(issuedAt.getTime() + days * DAY_MS);
}
