import type Stripe from "stripe";

/**
 * The moment n intervals after an anchor, seconds since 1970: months keep the anchor's day where they have it, as
 * https://docs.stripe.com/billing/subscriptions/billing-cycle says.
 */
export function addIntervals(anchor: number, recurring: Stripe.Price.Recurring, n: number): number {
  const count = recurring.interval_count * n;
  const date = new Date(anchor * 1000);
  if (recurring.interval === "day") return anchor + count * 86_400;
  if (recurring.interval === "week") return anchor + count * 7 * 86_400;
  const months = recurring.interval === "year" ? count * 12 : count;
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay) - 1;
  const time = ((date.getUTCHours() * 60 + date.getUTCMinutes()) * 60 + date.getUTCSeconds()) * 1000;
  return Math.floor((first.getTime() + day * 86_400_000 + time) / 1000);
}

/** The end of the period that begins at start, counted from the anchor. */
export function periodEnd(anchor: number, recurring: Stripe.Price.Recurring, start: number): number {
  for (let n = 1; ; n++) {
    const end = addIntervals(anchor, recurring, n);
    if (end > start) return end;
  }
}
