import { expect, it } from "vitest";
import { formatDaysSince, formatRelativeDay } from "./format.ts";

const NOW = new Date("2026-11-24T22:00:00Z");

it.each([
  ["2026-11-24T00:00:00Z", "today"],
  ["2026-11-25T01:00:00Z", "tomorrow"],
  ["2026-11-23T23:59:59Z", "yesterday"],
  // Three days on the calendar, and 50 hours.
  ["2026-11-27T00:00:00Z", "in 3 days"],
  ["2026-11-17T23:00:00Z", "7 days ago"],
  ["2026-12-08T00:00:00Z", "in 2 weeks"],
  ["2026-12-07T00:00:00Z", "in 13 days"],
  ["2027-01-24T00:00:00Z", "in 2 months"],
  ["2027-11-24T00:00:00Z", "in 1 year"],
  ["2024-11-20T00:00:00Z", "2 years ago"],
])("%s is %s", (iso, words) => expect(formatRelativeDay(iso, NOW)).toBe(words));

it.each([
  ["2026-11-24T00:00:00Z", "less than a day"],
  ["2026-11-23T23:59:59Z", "1 day"],
  ["2026-11-21T01:00:00Z", "3 days"],
])("since %s %s have passed", (iso, words) => expect(formatDaysSince(iso, NOW)).toBe(words));
