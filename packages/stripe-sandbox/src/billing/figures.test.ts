import { describe, expect, test } from "vitest";
import { addIntervals, periodEnd } from "./calendar.ts";
import { remainder, share, split } from "./proration.ts";

const DAY = 86_400;

function at(date: string): number {
  return Date.parse(`${date}T10:20:30Z`) / 1000;
}

function dateOf(moment: number): string {
  return new Date(moment * 1000).toISOString().slice(0, 10);
}

describe("a month's end", () => {
  const monthly = { interval: "month", interval_count: 1 } as const;

  test.each([
    ["2026-01-31", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]],
    ["2028-01-31", ["2028-02-29", "2028-03-31", "2028-04-30"]],
    [
      "2026-08-30",
      ["2026-09-30", "2026-10-30", "2026-11-30", "2026-12-30", "2027-01-30", "2027-02-28", "2027-03-30"],
    ],
  ])("of one that began on %s", (anchor, ends) => {
    let end = at(anchor);
    const found = ends.map(() => {
      end = periodEnd(at(anchor), monthly, end);
      return dateOf(end);
    });
    expect(found).toEqual(ends);
  });

  test("a leap day's years", () => {
    const yearly = { interval: "year", interval_count: 1 } as const;
    expect([1, 2, 3, 4].map((n) => dateOf(addIntervals(at("2028-02-29"), yearly, n)))).toEqual([
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ]);
  });

  test("is the first one after any moment, before the anchor too", () => {
    for (let days = -800; days < 800; days += 7) {
      const moment = at("2026-01-31") + days * DAY;
      const end = periodEnd(at("2026-01-31"), monthly, moment);
      expect(end).toBeGreaterThan(moment);
      expect(end - moment).toBeLessThanOrEqual(31 * DAY);
    }
  });
});

describe("proration", () => {
  const month = { start: 0, end: 30 * DAY };

  test.each([
    ["10 → 20, half-way", -1000, 2000, 15 * DAY, -500, 1000],
    ["5 → 20, after one day", -500, 2000, DAY, -483, 1933],
    ["20 → 5, at the same moment", -2000, 500, DAY, -1933, 483],
    ["at the beginning", -1000, 2000, 0, -1000, 2000],
    ["at the end", -1000, 2000, 30 * DAY, 0, 0],
  ])("%s", (_, old, next, moment, credit, debit) => {
    expect([remainder(old, month, moment), remainder(next, month, moment)]).toEqual([credit, debit]);
  });

  test("rounds half away from zero, both ways", () => {
    expect([share(1, 1, 2), share(-1, 1, 2), share(3, 1, 2), share(-3, 1, 2), share(1, 1, 3)]).toEqual([
      1, -1, 2, -2, 0,
    ]);
  });

  test("the parts of a split add up to the whole", () => {
    for (const weights of [
      [1, 1, 1],
      [3, 5, 11, 0],
      [999, 1],
    ]) {
      expect(split(1000, weights).reduce((sum, part) => sum + part, 0)).toBe(1000);
    }
  });
});
