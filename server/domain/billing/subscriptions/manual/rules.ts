/** The status of a subscription by its oldest overdue invoice; daysPastDue below 0: nothing is overdue. */
export function dunningStatus(
  daysPastDue: number,
  unpaidAfterDays: number,
): "CURRENT" | "PAST_DUE" | "UNPAID" {
  if (daysPastDue < 0) return "CURRENT";
  return daysPastDue >= unpaidAfterDays ? "UNPAID" : "PAST_DUE";
}
