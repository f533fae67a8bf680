import type { Interval } from "./offer.ts";

/** Visible while its interval is chosen. Uses only CSS, so that the switch works without JavaScript. */
export const SHOWN: Record<Interval, string> = {
  DAY: "hidden group-has-[[value=DAY]:checked]/plans:block",
  WEEK: "hidden group-has-[[value=WEEK]:checked]/plans:block",
  MONTH: "hidden group-has-[[value=MONTH]:checked]/plans:block",
  YEAR: "hidden group-has-[[value=YEAR]:checked]/plans:block",
};
