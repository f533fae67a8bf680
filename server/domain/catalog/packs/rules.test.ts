import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areTiersSound, brokenRule, compareEntitlements, defaultLabel } from "./rules.ts";
import { EntitlementInput } from "./schema.ts";

type Fields = Omit<Partial<EntitlementInput>, "prices"> & { prices?: object[] };
type Kind = Parameters<typeof brokenRule>[0];

const kind = (type: Kind["type"], valueType: Kind["valueType"] = null): Kind => ({ type, valueType });
const entitlement = (fields: Fields) => EntitlementInput.parse({ feature_key: "x", ...fields });

const FLAT = { currency: "USD", unit_amount: "2" };
const TIERS = [
  { up_to: "100", unit_amount: "2" },
  { up_to: null, unit_amount: "1" },
];

describe("what an entitlement may say, by its feature's type", () => {
  it.each<[string, Kind, Fields]>([
    ["BOOLEAN, on", kind("BOOLEAN"), {}],
    ["BOOLEAN, off", kind("BOOLEAN"), { enabled: false }],
    ["STATIC with text", kind("STATIC", "string"), { value: "eu" }],
    ["STATIC with a number", kind("STATIC", "number"), { value: 0 }],
    ["STATIC with a boolean", kind("STATIC", "boolean"), { value: false }],
    ["STATIC with any JSON", kind("STATIC", "json"), { value: { a: [1, null] } }],
    ["METERED without limit", kind("METERED"), { limit: null }],
    ["METERED that rolls over", kind("METERED"), { limit: 10, rollover_max: 5 }],
    [
      "METERED, limit of each dimension",
      kind("METERED"),
      { limit: 10, limit_binding: "DIMENSION", max_dimensions: 3 },
    ],
    [
      "METERED that lets pass up to a ceiling",
      kind("METERED"),
      { limit: 10, overage: "ALLOW", overage_ceiling: "5" },
    ],
    [
      "METERED, billed flat with a cap",
      kind("METERED"),
      { limit: 10, overage: "BILL", overage_step: 1000, prices: [{ ...FLAT, overage_cap_amount: 500 }] },
    ],
    [
      "METERED, billed by tiers",
      kind("METERED"),
      { limit: 10, overage: "BILL", prices: [{ currency: "USD", pricing: "GRADUATED", tiers: TIERS }] },
    ],
    ["ALLOCATED", kind("ALLOCATED"), { limit: 3 }],
    [
      "ALLOCATED as driver",
      kind("ALLOCATED"),
      {
        limit: 3,
        driver_step_size: 1,
        driver_max_steps: 10,
        prices: [{ currency: "USD", driver_step_amount: 500 }],
      },
    ],
  ])("%s: kept", (_, feature, fields) => {
    expect(brokenRule(feature, entitlement(fields))).toBeNull();
  });

  it.each<[string, Kind, Fields, RegExp]>([
    ["BOOLEAN with a limit", kind("BOOLEAN"), { limit: 1 }, /no limit/],
    ["BOOLEAN with overage", kind("BOOLEAN"), { overage: "ALLOW" }, /no limit, overage/],
    ["BOOLEAN with a value", kind("BOOLEAN"), { value: true }, /no value/],
    ["BOOLEAN that drives", kind("BOOLEAN"), { driver_step_size: 1 }, /driver/],
    ["BOOLEAN of dimensions", kind("BOOLEAN"), { max_dimensions: 1 }, /dimensions/],
    ["BOOLEAN bound to a dimension", kind("BOOLEAN"), { limit_binding: "DIMENSION" }, /dimensions/],
    ["BOOLEAN with a price", kind("BOOLEAN"), { prices: [FLAT] }, /price/],
    ["STATIC without value", kind("STATIC", "string"), {}, /value must be a string/],
    ["STATIC of another type", kind("STATIC", "number"), { value: "1" }, /value must be a number/],
    ["STATIC that rolls over", kind("STATIC", "string"), { value: "x", rollover_max: 1 }, /roll over/],
    [
      "STATIC with a cap binding",
      kind("STATIC", "string"),
      { value: "x", cap_binding: "DIMENSION" },
      /dimensions/,
    ],
    ["METERED with a value", kind("METERED"), { limit: 1, value: 1 }, /no value/],
    ["ALLOCATED that rolls over", kind("ALLOCATED"), { limit: 1, rollover_max: 1 }, /roll over/],
    ["rollover without limit", kind("METERED"), { limit: null, rollover_max: 1 }, /roll over/],
    ["overage without limit", kind("METERED"), { limit: null, overage: "ALLOW" }, /limit to go past/],
    ["BLOCK with a ceiling", kind("METERED"), { limit: 1, overage_ceiling: "5" }, /ceiling/],
    [
      "BLOCK with a cap",
      kind("METERED"),
      {
        limit: 1,
        driver_step_size: 1,
        prices: [{ currency: "USD", driver_step_amount: 1, overage_cap_amount: 5 }],
      },
      /cap/,
    ],
    [
      "ALLOW with a cap",
      kind("METERED"),
      { limit: 1, overage: "ALLOW", prices: [{ currency: "USD", overage_cap_amount: 5 }] },
      /cap/,
    ],
    ["BILL without prices", kind("METERED"), { limit: 1, overage: "BILL" }, /price/],
    [
      "BILL with one currency unpriced",
      kind("METERED"),
      { limit: 1, overage: "BILL", prices: [FLAT, { currency: "EUR" }] },
      /price/,
    ],
    ["BLOCK with a unit price", kind("METERED"), { limit: 1, prices: [FLAT] }, /BILL/],
    [
      "FLAT with tiers",
      kind("METERED"),
      { limit: 1, overage: "BILL", prices: [{ ...FLAT, tiers: TIERS }] },
      /FLAT/,
    ],
    [
      "GRADUATED with a unit price",
      kind("METERED"),
      { limit: 1, overage: "BILL", prices: [{ ...FLAT, pricing: "GRADUATED", tiers: TIERS }] },
      /unit_amount/,
    ],
    [
      "VOLUME without tiers",
      kind("METERED"),
      { limit: 1, overage: "BILL", prices: [{ currency: "USD", pricing: "VOLUME" }] },
      /price|tiers/,
    ],
    [
      "tiers that fall",
      kind("METERED"),
      {
        limit: 1,
        overage: "BILL",
        prices: [{ currency: "USD", pricing: "VOLUME", tiers: [...TIERS].reverse() }],
      },
      /tiers/,
    ],
    [
      "a currency twice",
      kind("METERED"),
      { limit: 1, overage: "BILL", prices: [FLAT, FLAT] },
      /each currency/,
    ],
    [
      "most steps without step size",
      kind("ALLOCATED"),
      { limit: 1, driver_max_steps: 3 },
      /driver_step_size/,
    ],
    [
      "a step's price without step size",
      kind("ALLOCATED"),
      { limit: 1, prices: [{ currency: "USD", driver_step_amount: 3 }] },
      /driver_step_size/,
    ],
    [
      "a step of nothing",
      kind("ALLOCATED"),
      { limit: 1, driver_step_size: 0, prices: [{ currency: "USD", driver_step_amount: 3 }] },
      /above 0/,
    ],
    [
      "a step size without a price",
      kind("ALLOCATED"),
      { limit: 1, driver_step_size: 1 },
      /driver_step_amount/,
    ],
    [
      "a driver of no limit",
      kind("ALLOCATED"),
      { limit: null, driver_step_size: 1, prices: [{ currency: "USD", driver_step_amount: 3 }] },
      /limit to add to/,
    ],
  ])("%s: broken", (_, feature, fields, words) => {
    expect(brokenRule(feature, entitlement(fields))).toMatch(words);
  });
});

describe("tiers", () => {
  const bound = fc.integer({ min: 1, max: 1_000_000_000 });

  it("that ascend from above 0 and end without end are sound, in any number", () => {
    fc.assert(
      fc.property(fc.uniqueArray(bound, { maxLength: 15 }), (bounds) => {
        const ascending = bounds.sort((a, b) => a - b).map((up_to) => ({ up_to: String(up_to) }));
        expect(areTiersSound([...ascending, { up_to: null }])).toBe(true);
      }),
    );
  });

  it("are not when two change places, one is there twice, or the end is missing", () => {
    fc.assert(
      fc.property(fc.uniqueArray(bound, { minLength: 2, maxLength: 15 }), fc.nat(), (bounds, at) => {
        const ascending = bounds.sort((a, b) => a - b).map((up_to) => ({ up_to: String(up_to) }));
        const index = at % (ascending.length - 1);
        const [one, two] = ascending.slice(index, index + 2);
        if (!one || !two) throw new Error("two neighbours are there");
        const around = (pair: { up_to: string }[]) => [
          ...ascending.slice(0, index),
          ...pair,
          ...ascending.slice(index + 2),
          { up_to: null },
        ];
        expect(areTiersSound(around([two, one]))).toBe(false);
        expect(areTiersSound(around([one, one, two]))).toBe(false);
        expect(areTiersSound(ascending)).toBe(false);
      }),
    );
  });

  it("are compared to their last decimal place", () => {
    expect(
      areTiersSound([{ up_to: "999999999999.000001" }, { up_to: "999999999999.000002" }, { up_to: null }]),
    ).toBe(true);
    expect(areTiersSound([{ up_to: "1" }, { up_to: "1.000000000000" }, { up_to: null }])).toBe(false);
  });

  it.each([
    [[]],
    [null],
    [[{ up_to: "0" }, { up_to: null }]],
    [[{ up_to: null }, { up_to: null }]],
    [[{ up_to: null }, { up_to: "5" }]],
  ])("%j are not sound", (tiers) => {
    expect(areTiersSound(tiers)).toBe(false);
  });
});

describe("comparing bundles", () => {
  it("finds added and removed features, and each field that differs", () => {
    const before = [
      { feature_key: "a", limit: 1 },
      { feature_key: "b", limit: 2 },
    ];
    const after = [
      { feature_key: "b", limit: 3 },
      { feature_key: "c", limit: 4 },
    ];
    expect(compareEntitlements(before, after)).toEqual({
      added: ["c"],
      removed: ["a"],
      changed: [{ feature_key: "b", changes: [{ field: "limit", before: 2, after: 3 }] }],
    });
  });

  it("finds nothing between a bundle and itself, and the reverse the other way round", () => {
    const bundles = fc.uniqueArray(
      fc.record({ feature_key: fc.constantFrom("a", "b", "c", "d"), limit: fc.nat(3) }),
      { selector: ({ feature_key }) => feature_key },
    );
    fc.assert(
      fc.property(bundles, bundles, (one, two) => {
        expect(compareEntitlements(one, one)).toEqual({ added: [], removed: [], changed: [] });
        const there = compareEntitlements(one, two);
        const back = compareEntitlements(two, one);
        expect([...there.added].sort()).toEqual([...back.removed].sort());
        expect(there.changed.map(({ feature_key }) => feature_key).sort()).toEqual(
          back.changed.map(({ feature_key }) => feature_key).sort(),
        );
      }),
    );
  });
});

describe("words and codes", () => {
  it("labels a price by its interval", () => {
    expect(defaultLabel("MONTH")).toEqual({ name: "Monthly", slug: "monthly" });
    expect(defaultLabel("DAY")).toEqual({ name: "Daily", slug: "daily" });
  });
});
