import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addIntervals, periodAt } from "../../../platform/calendar.ts";
import { INTERVALS } from "../../../platform/schema/interval.ts";
import { allowancePeriod, allowancePeriodAt } from "./allowance-period.ts";

const at = (text: string) => new Date(`${text}T10:30:00.000Z`);
const DAY_MS = 86_400_000;

/** Anchors on the days that months lack, and any other. */
const anchor = fc.oneof(
  fc.constantFrom("2024-02-29", "2026-01-29", "2026-01-30", "2026-01-31", "2027-08-31").map(at),
  fc.date({ min: at("2024-01-01"), max: at("2028-12-31"), noInvalidDate: true }),
);
const resetInterval = fc.constantFrom(...INTERVALS, "BILLING" as const);
const calendar = fc.record({ anchor, interval: fc.constantFrom(...INTERVALS), resetInterval });
const elapsed = fc.integer({ min: 0, max: 6 * 366 * DAY_MS });

/** The day of a month that stands for the anchor's, found by trying. */
function sameDay(anchored: Date, months: number): Date {
  const month = anchored.getUTCMonth() + months;
  for (let day = anchored.getUTCDate(); ; day--) {
    const date = new Date(anchored);
    date.setUTCFullYear(anchored.getUTCFullYear(), month, day);
    if (date.getUTCMonth() === ((month % 12) + 12) % 12) return date;
  }
}

describe("allowance periods", () => {
  it("a yearly price's monthly allowances are twelve that fill the year, from any anchor", () => {
    fc.assert(
      fc.property(anchor, (start) => {
        const year = periodAt(start, "YEAR", start);
        const ends: Date[] = [];
        for (let moment = year.start; moment < year.end; moment = ends.at(-1) ?? year.end)
          ends.push(
            allowancePeriodAt({ anchor: start, interval: "YEAR", resetInterval: "MONTH" }, moment).end,
          );
        expect(ends).toEqual(Array.from({ length: 12 }, (_, month) => sameDay(start, month + 1)));
      }),
    );
  });

  it.each([
    ["2026-01-31", "2026-02-28", "2026-02-28", "2026-03-31"],
    ["2026-01-31", "2026-02-27", "2026-01-31", "2026-02-28"],
    ["2026-01-30", "2026-03-01", "2026-02-28", "2026-03-30"],
    ["2026-01-29", "2028-02-29", "2028-02-29", "2028-03-29"],
    ["2024-02-29", "2025-03-01", "2025-02-28", "2025-03-29"],
  ])("of a year from %s, the month that %s lies in goes from %s to %s", (from, moment, start, end) => {
    const year = { anchor: at(from), interval: "YEAR", resetInterval: "MONTH" } as const;
    expect(allowancePeriodAt(year, at(moment))).toEqual({ start: at(start), end: at(end) });
  });

  it("every moment lies in exactly one, they touch, and none is longer than what is paid at once", () => {
    fc.assert(
      fc.property(calendar, elapsed, (terms, ms) => {
        const moment = new Date(terms.anchor.getTime() + ms);
        const period = allowancePeriodAt(terms, moment);
        expect(period.start <= moment && moment < period.end).toBe(true);
        expect(allowancePeriodAt(terms, period.end).start).toEqual(period.end);
        const billing = periodAt(terms.anchor, terms.interval, period.start);
        expect(period.end.getTime() - period.start.getTime()).toBeLessThanOrEqual(
          addIntervals(billing.start, terms.interval, 1).getTime() - billing.start.getTime() + 3 * DAY_MS,
        );
      }),
    );
  });

  it("weeks are seven days each, and run on through the end of a month", () => {
    fc.assert(
      fc.property(anchor, elapsed, (start, ms) => {
        const moment = new Date(start.getTime() + ms);
        const week = allowancePeriodAt({ anchor: start, interval: "MONTH", resetInterval: "WEEK" }, moment);
        expect(week.end.getTime() - week.start.getTime()).toBe(7 * DAY_MS);
        expect((week.start.getTime() - start.getTime()) % (7 * DAY_MS)).toBe(0);
      }),
    );
  });

  it("BILLING, and a reset interval that is longer than the price's, are the billing period", () => {
    fc.assert(
      fc.property(calendar, elapsed, ({ anchor: start, interval, resetInterval: reset }, ms) => {
        const isShorter = reset !== "BILLING" && INTERVALS.indexOf(reset) < INTERVALS.indexOf(interval);
        const moment = new Date(start.getTime() + ms);
        const period = { start: new Date(moment.getTime() - 1), end: new Date(moment.getTime() + 1) };
        const found = allowancePeriod({ period, anchor: start, interval }, reset, moment);
        expect(found === period).toBe(!isShorter);
      }),
    );
  });

  it("a billing period whose end has passed gives way to the next, though no renewal was noted", () => {
    fc.assert(
      fc.property(calendar, elapsed, ({ anchor: start, interval }, ms) => {
        const first = periodAt(start, interval, start);
        const moment = new Date(first.end.getTime() + ms);
        const found = allowancePeriod({ period: first, anchor: start, interval }, "BILLING", moment);
        expect(found).toEqual(periodAt(start, interval, moment));
      }),
    );
    const short = { start: at("2026-01-10"), end: at("2026-01-20") };
    const cut = { period: short, anchor: at("2026-01-10"), interval: "MONTH" } as const;
    expect(allowancePeriod(cut, "BILLING", at("2026-01-25"))).toEqual({
      start: at("2026-01-20"),
      end: at("2026-02-10"),
    });
  });

  it("before the anchor there is a trial, which is one allowance", () => {
    const period = { start: at("2026-01-01"), end: at("2026-04-01") };
    const trial = { period, anchor: period.end, interval: "YEAR" } as const;
    expect(allowancePeriod(trial, "WEEK", at("2026-02-10"))).toBe(period);
    expect(allowancePeriod(trial, "WEEK", period.end)).toEqual({ start: period.end, end: at("2026-04-08") });
  });
});
