import { UTCDate } from "@date-fns/utc";
// One by one: the whole library is 304 modules, for each of which Node reads a package.json of 199 kB again.
import { addDays } from "date-fns/addDays";
import { addMonths } from "date-fns/addMonths";
import { addWeeks } from "date-fns/addWeeks";
import { addYears } from "date-fns/addYears";

export type Interval = "DAY" | "WEEK" | "MONTH" | "YEAR";

/**
 * The moment n intervals after an anchor, UTC. Always counted from the anchor, so that what began on the 31st ends on the
 * last day of shorter months and returns to the 31st.
 */
export function addIntervals(anchor: Date, interval: Interval, n: number): Date {
  const start = new UTCDate(anchor);
  const add = { DAY: addDays, WEEK: addWeeks, MONTH: addMonths, YEAR: addYears }[interval];
  return new Date(add(start, n).getTime());
}

/** The anchored period that a moment lies in; moments before the anchor lie in the first. */
export function periodAt(anchor: Date, interval: Interval, moment: Date): { start: Date; end: Date } {
  const longestDays = { DAY: 1, WEEK: 7, MONTH: 31, YEAR: 366 }[interval];
  const days = Math.max(0, (moment.getTime() - anchor.getTime()) / 86_400_000);
  let n = Math.floor(days / longestDays);
  while (addIntervals(anchor, interval, n + 1) <= moment) n++;
  return { start: addIntervals(anchor, interval, n), end: addIntervals(anchor, interval, n + 1) };
}
