import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addIntervals, periodAt } from "./calendar.ts";

const at = (text: string) => new Date(`${text}T10:30:00.000Z`);

describe("anchored periods", () => {
  it.each([
    [1, "2026-02-28"],
    [2, "2026-03-31"],
    [3, "2026-04-30"],
    [12, "2027-01-31"],
    [25, "2028-02-29"],
  ])("monthly from 31 January 2026, %i later: %s", (n, expected) => {
    expect(addIntervals(at("2026-01-31"), "MONTH", n)).toEqual(at(expected));
  });

  it("yearly from 29 February returns to it in leap years", () => {
    expect(addIntervals(at("2024-02-29"), "YEAR", 1)).toEqual(at("2025-02-28"));
    expect(addIntervals(at("2024-02-29"), "YEAR", 4)).toEqual(at("2028-02-29"));
  });

  it("every moment lies in exactly one period, and periods touch", () => {
    const moments = fc.date({ min: at("2026-01-31"), max: at("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"), moments, (interval, moment) => {
        const period = periodAt(at("2026-01-31"), interval, moment);
        expect(period.start <= moment && moment < period.end).toBe(true);
        expect(periodAt(at("2026-01-31"), interval, period.end).start).toEqual(period.end);
      }),
    );
  });
});
