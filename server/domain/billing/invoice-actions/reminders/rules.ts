import { dueAfter } from "../../invoices/due-date.ts";

/** When an invoice that is due then is reminded of, by the tenant's days. */
export function reminderTimes(dueAt: Date, reminderDays: readonly number[]): Date[] {
  return reminderDays.map((days) => dueAfter(dueAt, days));
}

/** How many of the reminders of an invoice that is due then are past. */
export function pastReminders(dueAt: Date, reminderDays: readonly number[], now: Date): number {
  return reminderTimes(dueAt, reminderDays).filter((at) => at <= now).length;
}

/** How long after a reminder, of the schedule or by hand, another one can be sent by hand. */
const BETWEEN_MS = 24 * 3_600_000;

/** From when the next reminder can be sent by hand; null: now. */
export function nextByHand(last: Date | undefined, now: Date): Date | null {
  if (last === undefined) return null;
  const next = new Date(last.getTime() + BETWEEN_MS);
  return next > now ? next : null;
}
