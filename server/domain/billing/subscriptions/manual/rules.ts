/** The status of a subscription by its oldest overdue invoice; daysPastDue below 0: nothing is overdue. */
export function dunningStatus(
  daysPastDue: number,
  unpaidAfterDays: number,
): "CURRENT" | "PAST_DUE" | "UNPAID" {
  if (daysPastDue < 0) return "CURRENT";
  return daysPastDue >= unpaidAfterDays ? "UNPAID" : "PAST_DUE";
}

const DAY_MS = 86_400_000;

/** When an invoice that is due then is reminded of, by the tenant's days. */
export function reminderTimes(dueAt: Date, reminderDays: readonly number[]): Date[] {
  return reminderDays.map((days) => new Date(dueAt.getTime() + days * DAY_MS));
}

/** How many of the reminders of an invoice that is due then are past. */
export function pastReminders(dueAt: Date, reminderDays: readonly number[], now: Date): number {
  return reminderTimes(dueAt, reminderDays).filter((at) => at <= now).length;
}
