import type Stripe from "stripe";

type Recurring = Pick<Stripe.Price.Recurring, "interval" | "interval_count">;

const DAY = 86_400;

/**
 * The moment n intervals after an anchor (before it for negative n), seconds since 1970: months keep the anchor's day where
 * they have it, else end on their last, as https://docs.stripe.com/billing/subscriptions/billing-cycle says.
 */
export function addIntervals(anchor: number, { interval, interval_count }: Recurring, n: number): number {
  const count = interval_count * n;
  if (interval === "day") return anchor + count * DAY;
  if (interval === "week") return anchor + count * 7 * DAY;
  const date = new Date(anchor * 1000);
  const months = interval === "year" ? count * 12 : count;
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const moment = Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
  return moment / 1000;
}

/** Seconds of the longest interval of each kind; for a first guess. */
const LONGEST: Record<string, number> = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY };

/** The first moment after `at` at which a period ends, counted from the anchor. */
export function periodEnd(anchor: number, recurring: Recurring, at: number): number {
  const length = (LONGEST[recurring.interval] ?? DAY) * recurring.interval_count;
  let n = Math.floor((at - anchor) / length);
  while (addIntervals(anchor, recurring, n - 1) > at) n--;
  while (addIntervals(anchor, recurring, n) <= at) n++;
  return addIntervals(anchor, recurring, n);
}

/** The period whose end is `end`, were it a whole one. */
export function wholePeriod(recurring: Recurring, end: number): { start: number; end: number } {
  return { start: addIntervals(end, recurring, -1), end };
}
