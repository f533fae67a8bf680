"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";

export const RANGES = {
  "7d": { label: "7 days", days: 7 },
  "30d": { label: "30 days", days: 30 },
  "90d": { label: "90 days", days: 90 },
  "12m": { label: "12 months", days: 365 },
} as const;

export type RangeName = keyof typeof RANGES;

const NAMES = Object.keys(RANGES) as RangeName[];
const HOUR_MS = 3_600_000;

/** The chosen range, stored in the URL. */
export function useRange(initial: RangeName = "90d") {
  return useQueryState("range", parseAsStringLiteral(NAMES).withDefault(initial));
}

/** The range as timestamps, up to the end of this hour, so that the query is the same within an hour and can be cached. */
export function toMoments(name: RangeName): { from: string; to: string } {
  const to = (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS;
  return {
    from: new Date(to - RANGES[name].days * 24 * HOUR_MS).toISOString(),
    to: new Date(to).toISOString(),
  };
}

/** As long a time before the range. */
export function momentsBefore(name: RangeName): { from: string; to: string } {
  const { from: to } = toMoments(name);
  return { from: new Date(Date.parse(to) - RANGES[name].days * 24 * HOUR_MS).toISOString(), to };
}
