import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stepOf } from "../../../platform/currency.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Counter, Grant, GrantPrice } from "./grant.ts";
import {
  accessLimit,
  affordableUnits,
  billableUnits,
  billedAmount,
  billedInPeriod,
  hasReachedCap,
  overagePrice,
  overageUnits,
  roomFor,
  usedUnderBinding,
} from "./rules.ts";

const flat = (unitAmount: string, capAmount: bigint | null = null): GrantPrice => ({
  currency: "USD",
  pricing: "FLAT",
  unitAmount: new Decimal(unitAmount),
  tiers: [],
  capAmount,
  mostAmount: 1_000_000_000_000n,
});

function aGrant(change: Partial<Grant> = {}): Grant {
  return {
    feature: {
      id: "feat_1",
      key: "api_calls",
      name: "API calls",
      type: "METERED",
      unitLabel: "call",
      valueType: null,
    },
    isConfigured: true,
    isEnabled: true,
    hasOverride: false,
    limit: new Decimal(1000),
    value: null,
    overage: "BLOCK",
    limitBinding: "CUSTOMER",
    capBinding: "CUSTOMER",
    maxDimensions: null,
    ceiling: null,
    resetInterval: "BILLING",
    rolloverMax: null,
    step: new Decimal(1),
    price: null,
    ...change,
  };
}

function aCounter(dimension: string, used: number, reserved = 0, rolledOver = 0): Counter {
  return {
    dimension,
    used: new Decimal(used),
    reserved: new Decimal(reserved),
    rolledOver: new Decimal(rolledOver),
    carried: new Decimal(0),
    overBefore: new Decimal(0),
    billedBefore: 0n,
  };
}

describe("worked figures of overage", () => {
  it("included 1,000, 1.00 per 1,000 over, ceiling 5,000: stops at 6,000 and bills 5.00", () => {
    const grant = aGrant({
      overage: "BILL",
      step: new Decimal(1000),
      ceiling: new Decimal(5000),
      price: flat("100"),
    });
    expect(accessLimit(grant)?.toNumber()).toBe(6000);
    expect(billedAmount(grant, overageUnits(grant.limit, new Decimal(6000)))).toBe(500n);
  });

  it("limit 1,000 + 100, ceiling 25: 1,125 is the highest usage granted", () => {
    const grant = aGrant({ limit: new Decimal(1100), overage: "ALLOW", ceiling: new Decimal(25) });
    expect(accessLimit(grant)?.toNumber()).toBe(1125);
    expect(hasReachedCap(grant, [aCounter("", 1120)], "")).toBe(false);
    expect(hasReachedCap(grant, [aCounter("", 1125)], "")).toBe(true);
  });

  it("500 events, 100 free, 0.02 each: 8.00", () => {
    const grant = aGrant({ limit: new Decimal(100), overage: "BILL", price: flat("2") });
    expect(billedAmount(grant, overageUnits(grant.limit, new Decimal(500)))).toBe(800n);
  });

  it("a cap of 5.00 at 1.00 a unit grants five units past the limit", () => {
    const grant = aGrant({ limit: new Decimal(0), overage: "BILL", price: flat("100", 500n) });
    expect(accessLimit(grant)?.toNumber()).toBe(5);
  });

  it("started steps count, fractions of a cent are rounded once, half away from zero", () => {
    expect(overagePrice(flat("100"), new Decimal(1000), new Decimal("0.000001"))).toBe(100n);
    expect(overagePrice(flat("0.5"), new Decimal(1), new Decimal(1))).toBe(1n);
    expect(overagePrice(flat("0.1"), new Decimal(1), new Decimal(14))).toBe(1n);
  });

  it.each([
    ["KWD", "1.4", 3, 0n],
    ["KWD", "5", 1, 10n],
    ["KWD", "123.4", 1, 120n],
    ["ISK", "49.99", 1, 0n],
    ["UGX", "50", 1, 100n],
    ["JPY", "0.4", 4, 2n],
    ["HUF", "12.4", 1, 12n],
  ])("in %s, %s a unit for %i units is rounded to what is charged: %s", (currency, unit, units, expected) => {
    const price = { ...flat(unit), currency };
    expect(overagePrice(price, new Decimal(1), new Decimal(units))).toBe(expected);
    const tier = { upTo: null, unitAmount: new Decimal(unit), flatAmount: new Decimal(0) };
    for (const pricing of ["GRADUATED", "VOLUME"] as const) {
      const tiered = { ...price, pricing, unitAmount: null, tiers: [tier] };
      expect(overagePrice(tiered, new Decimal(1), new Decimal(units))).toBe(expected);
    }
  });

  it("a cap that cannot be charged in full bills what can be: an older one, or an override's", () => {
    const price = { ...flat("100", 1234n), currency: "KWD" };
    const grant = aGrant({ limit: new Decimal(0), overage: "BILL", price });
    expect(accessLimit(grant)?.toNumber()).toBe(12);
    expect(billedAmount(grant, new Decimal(13))).toBe(1230n);
    const most = aGrant({
      overage: "BILL",
      price: { ...flat("0.7"), currency: "KWD", mostAmount: 99_999_999n },
    });
    expect(billedAmount(most, new Decimal(1e12))).toBe(99_999_990n);
    const units = billableUnits(most);
    expect(units && billedAmount(most, units)).toBe(99_999_990n);
  });
});

describe("tiers", () => {
  const tiers = [
    { upTo: new Decimal(100), unitAmount: new Decimal(10), flatAmount: new Decimal(0) },
    { upTo: null, unitAmount: new Decimal(5), flatAmount: new Decimal(50) },
  ];
  const graduated: GrantPrice = {
    currency: "USD",
    pricing: "GRADUATED",
    unitAmount: null,
    tiers,
    capAmount: null,
    mostAmount: 1_000_000_000_000n,
  };
  const volume: GrantPrice = { ...graduated, pricing: "VOLUME" };

  it.each([
    [50, 500n, 500n],
    [100, 1000n, 1000n],
    [150, 1000n + 250n + 50n, 800n],
  ])("%i units: graduated %s, volume %s", (units, expectedGraduated, expectedVolume) => {
    expect(overagePrice(graduated, new Decimal(1), new Decimal(units))).toBe(expectedGraduated);
    expect(overagePrice(volume, new Decimal(1), new Decimal(units))).toBe(expectedVolume);
  });
});

describe("started steps", () => {
  const TIERS = [
    { upTo: new Decimal(10), unitAmount: new Decimal(100), flatAmount: new Decimal(0) },
    { upTo: null, unitAmount: new Decimal(10), flatAmount: new Decimal(0) },
  ];
  const tiered = (pricing: "GRADUATED" | "VOLUME") => ({ ...flat("0"), pricing, tiers: TIERS });

  // docs/entitlements-and-usage.md has the rule.
  it.each([
    ["FLAT", 1, "10.5", flat("10"), 110n],
    ["FLAT", 10, "10.5", flat("10"), 20n],
    ["GRADUATED", 1, "10.5", tiered("GRADUATED"), 1010n],
    ["GRADUATED", 10, "10.5", tiered("GRADUATED"), 110n],
    ["GRADUATED", 1, "9.5", tiered("GRADUATED"), 1000n],
    ["GRADUATED", "0.001", "10.5", tiered("GRADUATED"), 1_005_000n],
    ["VOLUME", 1, "10.5", tiered("VOLUME"), 110n],
    ["VOLUME", 10, "10.5", tiered("VOLUME"), 20n],
    ["VOLUME", 1, "9.5", tiered("VOLUME"), 1000n],
  ])("%s, steps of %s: %s units", (_pricing, step, units, price, expected) => {
    expect(overagePrice(price, new Decimal(step), new Decimal(units))).toBe(expected);
  });
});

describe("bindings", () => {
  const counters = [aCounter("a", 700), aCounter("b", 600, 50)];

  it("CUSTOMER adds all dimensions and what is reserved, DIMENSION looks at one", () => {
    expect(usedUnderBinding("CUSTOMER", counters, "a").toNumber()).toBe(1350);
    expect(usedUnderBinding("DIMENSION", counters, "b").toNumber()).toBe(650);
  });

  it("overage bills the shared limit once, or each dimension's own", () => {
    const shared = aGrant({ overage: "BILL", price: flat("1") });
    expect(billedInPeriod(shared, counters)).toBe(300n);
    const own = aGrant({
      overage: "BILL",
      price: flat("1"),
      limitBinding: "DIMENSION",
      limit: new Decimal(500),
    });
    expect(billedInPeriod(own, counters)).toBe(300n);
  });

  const room = (change: Partial<Grant>, held: Counter[], dimension: string) =>
    roomFor(aGrant({ limit: new Decimal(100), ...change }), held, dimension)?.toNumber();
  const [shared, apart] = ["CUSTOMER", "DIMENSION"] as const;
  const let20 = { overage: "ALLOW", ceiling: new Decimal(20) } as const;

  it.each([
    ["BLOCK, shared", { limitBinding: shared }, 20],
    ["BLOCK, apart", { limitBinding: apart }, 70],
    ["limit and ceiling shared", { ...let20, limitBinding: shared, capBinding: shared }, 40],
    ["limit and ceiling apart", { ...let20, limitBinding: apart, capBinding: apart }, 90],
    ["limit shared, each dimension to its own ceiling", { ...let20, capBinding: apart }, 90],
    ["limit apart, ceiling shared", { ...let20, limitBinding: apart, capBinding: shared }, 90],
    ["nothing in the way", { overage: "ALLOW", limitBinding: apart }, undefined],
  ] as const)("room: %s", (_, change, expected) => {
    expect(room(change, [aCounter("a", 30), aCounter("b", 40, 10)], "a")).toBe(expected);
  });

  it("a shared ceiling counts what the others have taken of it", () => {
    const change = { ...let20, limitBinding: apart, capBinding: shared };
    expect(room(change, [aCounter("a", 90), aCounter("b", 115)], "a")).toBe(15);
    expect(room(change, [aCounter("a", 90), aCounter("b", 140)], "a")).toBe(10);
  });

  it("what rolled over is part of the limit: of its own dimension, or of all", () => {
    const held = [aCounter("a", 90, 0, 50), aCounter("b", 30)];
    expect(room({ limitBinding: shared }, held, "b")).toBe(30);
    expect(room({ limitBinding: apart }, held, "a")).toBe(60);
    expect(room({ limitBinding: apart }, held, "b")).toBe(70);
  });

  it("a cap is shared, or there for each dimension", () => {
    const bills = { overage: "BILL", limit: new Decimal(0), price: flat("1", 10n) } as const;
    const held = [aCounter("a", 8), aCounter("b", 30)];
    expect(billedInPeriod(aGrant({ ...bills }), held)).toBe(10n);
    expect(billedInPeriod(aGrant({ ...bills, limitBinding: apart }), held)).toBe(10n);
    expect(billedInPeriod(aGrant({ ...bills, limitBinding: apart, capBinding: apart }), held)).toBe(18n);
    expect(billedInPeriod(aGrant({ ...bills, capBinding: apart }), held)).toBe(20n);
  });
});

describe("for any price, step and cap", () => {
  const prices = fc.record({
    unit: fc.integer({ min: 1, max: 1_000_000 }).map((value) => new Decimal(value).div(1000)),
    step: fc.integer({ min: 1, max: 10_000 }).map((value) => new Decimal(value)),
    cap: fc.bigInt({ min: 0n, max: 10_000_000n }),
    currency: fc.constantFrom("USD", "JPY", "KWD", "ISK"),
  });

  it("the units that a cap affords cost at most the cap, and one step more costs more", () => {
    fc.assert(
      fc.property(prices, ({ unit, step, cap, currency }) => {
        const price = { ...flat(unit.toFixed(), cap), currency };
        const units = affordableUnits(price, step);
        if (units === null) throw new Error("a positive unit price with a cap affords a bounded amount");
        expect(overagePrice(price, step, units) <= cap).toBe(true);
        expect(overagePrice(price, step, units.plus(step)) > cap).toBe(true);
      }),
    );
  });

  it("tiers: a cap affords each unit up to the first that is too dear, and not that one", {
    tags: ["long"],
  }, () => {
    const tier = fc.record({
      wide: fc.integer({ min: 1, max: 40 }),
      unit: fc.integer({ min: 0, max: 30 }),
      fee: fc.integer({ min: 0, max: 60 }),
    });
    const tiered = fc.record({
      pricing: fc.constantFrom("VOLUME" as const, "GRADUATED" as const),
      tiers: fc.array(tier, { minLength: 1, maxLength: 4 }),
      step: fc.integer({ min: 1, max: 12 }),
      cap: fc.integer({ min: 0, max: 900 }),
    });
    fc.assert(
      fc.property(tiered, ({ pricing, tiers, step, cap }) => {
        let upTo = 0;
        const price: GrantPrice = {
          currency: "USD",
          pricing,
          unitAmount: null,
          capAmount: BigInt(cap),
          mostAmount: 1_000_000_000_000n,
          tiers: tiers.map(({ wide, unit, fee }, index) => {
            upTo += wide;
            const isLast = index === tiers.length - 1;
            return {
              upTo: isLast ? null : new Decimal(upTo),
              unitAmount: new Decimal(unit),
              flatAmount: new Decimal(fee),
            };
          }),
        };
        const steps = new Decimal(step);
        const isTooDear = (units: number) => overagePrice(price, steps, new Decimal(units)) > BigInt(cap);
        const all = Array.from({ length: 2000 * step }, (_, index) => index + 1);
        const firstTooDear = all.find(isTooDear);
        const affordable = affordableUnits(price, steps);
        if (firstTooDear !== undefined) expect(affordable?.toNumber()).toBe(firstTooDear - 1);
        else expect(affordable === null || affordable.gte(all.length)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("what is billed never passes the cap and never falls as usage grows", () => {
    fc.assert(
      fc.property(prices, fc.nat(1_000_000), fc.nat(1_000_000), ({ unit, step, cap, currency }, a, b) => {
        const grant = aGrant({ overage: "BILL", step, price: { ...flat(unit.toFixed(), cap), currency } });
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((units) =>
          billedAmount(grant, new Decimal(units)),
        );
        expect(less !== undefined && more !== undefined && less <= more && more <= cap).toBe(true);
        expect([less, more].map((amount) => Number(amount) % stepOf(currency))).toEqual([0, 0]);
      }),
    );
  });
});
