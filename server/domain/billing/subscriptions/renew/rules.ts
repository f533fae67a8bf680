/** How an invoice of so many days past due stands with its subscription. */
export function standingOf(daysPastDue: number, unpaidAfterDays: number): "GOOD" | "PAST_DUE" | "UNPAID" {
  if (daysPastDue < 0) return "GOOD";
  return daysPastDue >= unpaidAfterDays ? "UNPAID" : "PAST_DUE";
}
