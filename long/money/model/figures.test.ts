import { expect, it } from "vitest";
import { allowanceInterval, boundary, periodAt } from "./calendar.ts";
import { charge, mayGoPast } from "./overage.ts";
import { changeItems, wholePeriod } from "./proration.ts";
import { rational, round } from "./rational.ts";
import type { Entitlement } from "./types.ts";

// Worked figures of the documents, computed by hand.

const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const metered = (more: Partial<Entitlement>): Entitlement => ({
  type: "METERED",
  limit: 0,
  overage: "BILL",
  ...more,
});

/** A change of one price of 30 days; a new period has 30 days, too. */
function change(from: number, to: number, at: number, beginsNewPeriod: boolean) {
  const period = { from: 0, to: 30 * DAY };
  const next = beginsNewPeriod ? { from: at, to: at + 30 * DAY } : null;
  const charged = wholePeriod([{ key: "old", price: from }], period);
  const { credit, charge } = changeItems(charged, [{ key: "new", price: to }], { at, period, next });
  return { credit, charge };
}

it("rounds half away from zero", () => {
  expect(["0.5", "-0.5", "1.4", "-1.4"].map((value) => round(rational(value)))).toEqual([1n, -1n, 1n, -1n]);
});

it("a month from the 31st ends on the last day of shorter months and returns to the 31st", () => {
  const days = [1, 2, 3].map((count) => new Date(boundary(at("2030-01-31"), "MONTH", count)).toISOString());
  expect(days.map((day) => day.slice(0, 10))).toEqual(["2030-02-28", "2030-03-31", "2030-04-30"]);
});

it("a year from 29 February ends on 28 February, and on the 29th in leap years", () => {
  const days = [1, 4].map((count) => new Date(boundary(at("2028-02-29"), "YEAR", count)).toISOString());
  expect(days.map((day) => day.slice(0, 10))).toEqual(["2029-02-28", "2032-02-29"]);
});

it("a moment on a boundary belongs to the period that begins there", () => {
  const from = at("2030-02-28");
  expect(periodAt(at("2030-01-31"), "MONTH", from)).toEqual({ from, to: at("2030-03-31") });
});

it("a monthly allowance on a yearly price is monthly, and on a weekly price weekly", () => {
  expect([allowanceInterval("MONTH", "YEAR"), allowanceInterval("MONTH", "WEEK")]).toEqual(["MONTH", "WEEK"]);
  expect(allowanceInterval("BILLING", "YEAR")).toBe("YEAR");
});

it("of KWD, overage and each line of a change of ours end in 0", () => {
  const entitlement = metered({ unitAmount: "12.5", chargedIn: 10 });
  expect([1, 2, 3].map((units) => charge(units, entitlement))).toEqual([10n, 30n, 40n]);
  const period = { from: 0, to: 30 * DAY };
  const charged = wholePeriod([{ key: "old", price: 500 }], period);
  const terms = { at: DAY, period, next: null, step: 10 };
  const { credit, charge: owed } = changeItems(charged, [{ key: "new", price: 2000 }], terms);
  expect([credit, owed]).toEqual([-480n, 1930n]);
});

it("10 to 20 a month half-way is -5 and +10", () => {
  expect(change(1000, 2000, 15 * DAY, false)).toEqual({ credit: -500n, charge: 1000n });
});

it("5 to 20 after one day of thirty is -4.83 and +19.33, and the way back the opposite", () => {
  expect(change(500, 2000, DAY, false)).toEqual({ credit: -483n, charge: 1933n });
  expect(change(2000, 500, DAY, false)).toEqual({ credit: -1933n, charge: 483n });
});

it("a second change gives back what the first one charged, and an item that stays costs nothing", () => {
  const period = { from: 0, to: 3 * DAY };
  const [plan, seat] = [
    { key: "plan", price: 1000 },
    { key: "seat", price: 100 },
  ];
  const first = changeItems(wholePeriod([plan], period), [plan, seat], { at: DAY, period, next: null });
  // 66.67 for two days, then half of the 67 that were charged: 33.5.
  expect(first).toMatchObject({ credit: 0n, charge: 67n });
  const second = changeItems(first.debits, [plan], { at: 2 * DAY, period, next: null });
  expect(second).toMatchObject({ credit: -34n, charge: 0n });
});

it("10 a month to 100 a year after 12 of 30 days is -6 and +100", () => {
  expect(change(1000, 10_000, 12 * DAY, true)).toEqual({ credit: -600n, charge: 10_000n });
});

it("a thousand included and 1.00 per thousand with a ceiling of 5,000 bills 5.00 and no more", () => {
  const entitlement = metered({ step: 1000, unitAmount: "100", ceiling: 5000 });
  expect(charge(5000, entitlement)).toBe(500n);
  expect([mayGoPast(5000, entitlement), mayGoPast(5001, entitlement)]).toEqual([true, false]);
});

it("four hundred events past the included at 0.02 bill 8.00", () => {
  expect(charge(400, metered({ unitAmount: "2" }))).toBe(800n);
});

it("a cap of 5.00 allows five units at 1.00 and refuses the sixth", () => {
  const entitlement = metered({ unitAmount: "100", cap: 500 });
  expect([mayGoPast(5, entitlement), mayGoPast(6, entitlement)]).toEqual([true, false]);
  expect(mayGoPast(3, entitlement, { units: 3, amount: 300n })).toBe(false);
});

it("each tier's units cost their own price", () => {
  const tiers = [
    { upTo: 10, unitAmount: "5" },
    { upTo: null, unitAmount: "2.5" },
  ];
  expect(charge(13, metered({ tiers }))).toBe(58n);
});

it("a cap that earlier terms have passed bills nothing more, and gives nothing back", () => {
  const entitlement = metered({ unitAmount: "120", cap: 390 });
  expect(charge(0, entitlement, { units: 42, amount: 420n })).toBe(0n);
  expect(mayGoPast(1, entitlement, { units: 42, amount: 420n })).toBe(false);
});
