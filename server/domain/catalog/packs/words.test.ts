import { expect, it } from "vitest";
import { changesInWords } from "./changes-in-words.ts";
import { EntitlementInput } from "./schema.ts";
import { entitlementInWords, unitPriceInWords, type Worded } from "./words.ts";

const MONTHLY = [{ currency: "USD", interval: "MONTH" }] as const;
const BOTH = [...MONTHLY, { currency: "USD", interval: "YEAR" }] as const;

const granted = (feature_type: string, input: object = {}, unit_label: string | null = null): Worded => ({
  ...EntitlementInput.parse({ feature_key: "seats", ...input }),
  feature_name: "Seats",
  feature_type,
  unit_label,
});
const words = (type: string, input: object, sold: Parameters<typeof entitlementInWords>[1] = [...MONTHLY]) =>
  entitlementInWords(granted(type, input), sold);
const bill = (price: object, more: object = {}) => ({
  limit: 5,
  overage: "BILL",
  prices: [{ currency: "USD", ...price }],
  ...more,
});

it.each([
  ["BOOLEAN", {}, "Included"],
  ["BOOLEAN", { enabled: false }, "Not included"],
  ["STATIC", { value: "eu-west" }, "eu-west"],
  ["STATIC", { value: true }, "Yes"],
  ["STATIC", { value: 1500 }, "1,500"],
  ["METERED", {}, "Unlimited"],
  ["METERED", { limit: 10_000 }, "10,000 a month"],
  ["METERED", { limit: 100, reset_interval: "DAY" }, "100 a day"],
  ["METERED", { limit: 100, reset_interval: "BILLING" }, "100 a billing period"],
  [
    "METERED",
    { limit: 100, overage: "ALLOW", overage_ceiling: "50" },
    "100 a month, more is free, up to 50 more",
  ],
  ["METERED", { limit: 100, rollover_max: 20 }, "100 a month; up to 20 unused roll over"],
  ["METERED", bill({ unit_amount: "2" }), "5 a month, then $0.02 each"],
  ["METERED", bill({ unit_amount: "200" }, { overage_step: 1000 }), "5 a month, then $2 per 1,000"],
  [
    "METERED",
    bill({ unit_amount: "2", overage_cap_amount: 5000 }),
    "5 a month, then $0.02 each, at most $50 a month",
  ],
  ["ALLOCATED", bill({ unit_amount: "1000" }), "5 included, then $10 each a month"],
  ["METERED", { ...bill({}), prices: [] }, "5 a month, then more at no price yet"],
  [
    "METERED",
    bill({
      pricing: "VOLUME",
      tiers: [
        { up_to: "100", unit_amount: "2" },
        { up_to: null, unit_amount: "1", flat_amount: "500" },
      ],
    }),
    "5 a month, then $0.02 each for up to 100, $0.01 each and $5 once for more (all at one price)",
  ],
  ["ALLOCATED", { limit: 5, limit_binding: "DIMENSION" }, "5 included; the limit is for each dimension"],
])("%s %j reads %j", (type, input, expected) => {
  expect(words(type, input)).toBe(expected);
});

it("a price for one interval says for which, and one for every interval of several says how often it is paid", () => {
  const one = bill({ unit_amount: "1000" });
  expect(words("ALLOCATED", one, [...BOTH])).toBe(
    "5 included, then $10 each a billing period (month or year)",
  );
  expect(words("ALLOCATED", one, [])).toBe("5 included, then $10 each a billing period");
  const own = {
    ...one,
    prices: [
      { currency: "USD", interval: "MONTH", unit_amount: "1000" },
      { currency: "USD", interval: "YEAR", unit_amount: "10000" },
    ],
  };
  expect(words("ALLOCATED", own, [...BOTH])).toBe(
    "5 included, then\n$10 each a month when paid monthly,\nor $100 each a year when paid yearly",
  );
  expect(words("ALLOCATED", { ...own, overage_ceiling: "50", max_dimensions: 10 }, [...BOTH])).toBe(
    "5 included, then\n$10 each a month when paid monthly,\nor $100 each a year when paid yearly,\nup to 50 more;\nat most 10 dimensions",
  );
});

it("a price for every interval is that of the intervals without one of their own", () => {
  const prices = [
    { currency: "USD", driver_step_amount: 900 },
    { currency: "USD", interval: "YEAR", driver_step_amount: 9_000 },
  ];
  const seats = granted("ALLOCATED", { limit: 5, driver_step_size: 1, prices }, "seat");
  expect(entitlementInWords(seats, [...BOTH])).toBe(
    "5 included; customers can buy more for $9 per seat a month or $90 per seat a year",
  );
});

it.each([
  ["seat", 1, "5 included, then $10 per seat a month"],
  ["seats", 1, "5 included, then $10 per seat a month"],
  ["seat", 10, "5 included, then $10 per 10 seats a month"],
  ["GB", 10, "5 GB included, then $10 per 10 GB a month"],
])("of units called %s, a price for %i is per unit", (unit, overage_step, expected) => {
  const input = bill({ unit_amount: "1000" }, { overage_step });
  expect(entitlementInWords(granted("ALLOCATED", input, unit), [...MONTHLY])).toBe(expected);
});

it("a value and a limit are said with the unit that the feature's name does not say", () => {
  const retention = { ...granted("STATIC", { value: 365 }, "days"), feature_name: "Data retention" };
  expect(entitlementInWords(retention, [])).toBe("365 days");
  expect(entitlementInWords({ ...retention, value: "30 to 90" }, [])).toBe("30 to 90");
  const events = { ...granted("METERED", { limit: 1000 }, "GB"), feature_name: "Traffic" };
  expect(entitlementInWords(events, [])).toBe("1,000 GB a month");
});

it("a difference is a sentence before and one after, and what did not change is left out", () => {
  const calls = { ...granted("METERED", { limit: 10 }), feature_key: "calls", feature_name: "Calls" };
  const sso = { ...granted("BOOLEAN"), feature_key: "sso", feature_name: "Single sign-on" };
  const before = [granted("ALLOCATED", { limit: 5 }), calls];
  const after = [granted("ALLOCATED", { limit: 8 }), sso];
  expect(changesInWords(before, after, [...MONTHLY])).toEqual([
    { feature_key: "seats", feature_name: "Seats", before: "5 included", after: "8 included" },
    { feature_key: "sso", feature_name: "Single sign-on", before: null, after: "Included" },
    { feature_key: "calls", feature_name: "Calls", before: "10 a month", after: null },
  ]);
  expect(changesInWords(before, before, [...MONTHLY])).toEqual([]);
});

it.for([
  ["25", 1, null, "$0.25 each; 1,000 cost $250"],
  ["25", 1, 10_000, "$0.25 each; 1,000 cost $250; 10,000 cost $2,500"],
  ["25", 1000, 10_000, "$0.25 per 1,000; 1 costs $0.25; 10,000 cost $2.50"],
  ["0.25", 1, 1000, "$0.0025 each; 1,000 cost $2.50"],
  ["0.1", 1, 3, "$0.001 each; 3 cost $0.003; 1,000 cost $1"],
] as const)("a price of %s for %s, %s included, is %s", ([minor, step, included, words]) => {
  expect(unitPriceInWords({ minor, currency: "USD", step, included })).toBe(words);
});
