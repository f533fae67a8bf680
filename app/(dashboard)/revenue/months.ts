"use client";

import { parseAsBoolean, parseAsStringLiteral, useQueryState } from "nuqs";

export const LENGTHS = { "6": "6 months", "12": "12 months", "24": "24 months" } as const;
export type Length = keyof typeof LENGTHS;

const NAMES = Object.keys(LENGTHS) as Length[];
const HOUR_MS = 3_600_000;

/** How many months are looked at, stored in the URL. */
export function useLength() {
  return useQueryState("months", parseAsStringLiteral(NAMES).withDefault("12"));
}

/** Whether figures are shown converted to the reporting currency, stored in the URL. */
export function useIsConverted() {
  return useQueryState("converted", parseAsBoolean.withDefault(false));
}

/** `2026-11`, so many months before this one, UTC. */
function monthAgo(ago: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
}

/** The months that can be chosen: for a list of invoices, and for the files for the accountant. */
export const recentMonths = (): string[] => Array.from({ length: 36 }, (_, ago) => monthAgo(ago));

/** The last months, this one included, as the API takes them; to the end of this hour, so that the answer can be cached. */
export function monthsBack(length: number) {
  const from_month = monthAgo(length - 1);
  const to = new Date((Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS).toISOString();
  return {
    months: { from_month, to_month: monthAgo(0) },
    range: { from: `${from_month}-01T00:00:00.000Z`, to },
  };
}

const name = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** Nov 2026 for 2026-11, or for a moment in it. */
export const formatMonth = (month: string): string =>
  name.format(new Date(`${month.slice(0, 7)}-15T00:00:00Z`));
