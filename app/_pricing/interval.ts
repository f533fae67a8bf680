import type { Interval } from "./offer.ts";

/** Shown while its interval is the chosen one, by style alone, so that the switch works without a script. */
export const SHOWN: Record<Interval, string> = {
  DAY: "hidden group-has-[[value=DAY]:checked]/plans:block",
  WEEK: "hidden group-has-[[value=WEEK]:checked]/plans:block",
  MONTH: "hidden group-has-[[value=MONTH]:checked]/plans:block",
  YEAR: "hidden group-has-[[value=YEAR]:checked]/plans:block",
};
