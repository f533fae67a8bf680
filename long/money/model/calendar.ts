import type { Interval } from "./types.ts";

const DAY = 86_400_000;

export interface Period {
  from: number;
  to: number;
}

/** The moment `count` intervals after the anchor; the last day of a month replaces a day that the month does not have. */
export function boundary(anchor: number, interval: Interval, count: number): number {
  if (interval === "DAY") return anchor + count * DAY;
  if (interval === "WEEK") return anchor + count * 7 * DAY;
  const at = new Date(anchor);
  const months = at.getUTCMonth() + count * (interval === "YEAR" ? 12 : 1);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(at.getUTCDate(), lastDay);
  return Date.UTC(at.getUTCFullYear(), months, day) + (anchor % DAY);
}

/** The half-open period that holds the moment, counted from the anchor. */
export function periodAt(anchor: number, interval: Interval, at: number): Period {
  let count = 0;
  while (boundary(anchor, interval, count + 1) <= at) count++;
  return { from: boundary(anchor, interval, count), to: boundary(anchor, interval, count + 1) };
}

const ORDER: Interval[] = ["DAY", "WEEK", "MONTH", "YEAR"];

/** The allowance period of a price: the shorter of the entitlement's own, MONTH by default, and the price's. */
export function allowanceInterval(own: Interval | "BILLING" | undefined, ofPrice: Interval): Interval {
  return own === undefined ? allowanceInterval("MONTH", ofPrice) : shorter(own, ofPrice);
}

function shorter(own: Interval | "BILLING", ofPrice: Interval): Interval {
  if (own === "BILLING") return ofPrice;
  return ORDER.indexOf(own) < ORDER.indexOf(ofPrice) ? own : ofPrice;
}
