import { DateTime } from "luxon";
import type { Interval } from "./schema/interval.ts";

export type { Interval };

/**
 * The moment n intervals after an anchor, UTC. Always counted from the anchor, so that what began on the 31st ends on the
 * last day of shorter months and returns to the 31st.
 */
export function addIntervals(anchor: Date, interval: Interval, n: number): Date {
  const unit = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" }[interval];
  return DateTime.fromJSDate(anchor, { zone: "utc" })
    .plus({ [unit]: n })
    .toJSDate();
}

/** The anchored period that a moment lies in; moments before the anchor lie in the first. */
export function periodAt(anchor: Date, interval: Interval, moment: Date): { start: Date; end: Date } {
  const maxDays = { DAY: 1, WEEK: 7, MONTH: 31, YEAR: 366 }[interval];
  const days = Math.max(0, (moment.getTime() - anchor.getTime()) / 86_400_000);
  let n = Math.floor(days / maxDays);
  let start = addIntervals(anchor, interval, n);
  for (;;) {
    n++;
    const end = addIntervals(anchor, interval, n);
    if (end > moment) return { start, end };
    start = end;
  }
}
