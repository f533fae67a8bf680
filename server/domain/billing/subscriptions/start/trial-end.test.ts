import { expect, it } from "vitest";
import { trialEndOf } from "./trial-end.ts";

it.each([
  ["2027-01-01T12:00:00.000Z", 14, "2027-01-15T12:00:00.000Z"],
  ["2027-01-01T12:00:00.001Z", 14, "2027-01-15T12:00:01.000Z"],
  ["2027-12-31T23:59:59.999Z", 1, "2028-01-02T00:00:00.000Z"],
])("a trial that starts at %s and lasts %i days ends at the whole second %s", (now, days, end) =>
  expect(trialEndOf(new Date(now), days).toISOString()).toBe(end),
);
