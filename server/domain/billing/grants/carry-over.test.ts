import fc from "fast-check";
import { expect, it } from "vitest";
import { Decimal } from "../../../platform/decimal.ts";
import { carryOver } from "./carry-over.ts";
import type { Counter } from "./grant.ts";
import type { CountedTerms } from "./rules.ts";

const ZERO = new Decimal(0);

const units = fc.integer({ min: 0, max: 9 }).map((number) => new Decimal(number));
const binding = fc.constantFrom("CUSTOMER" as const, "DIMENSION" as const);
const overage = fc.constantFrom("BLOCK" as const, "ALLOW" as const, "BILL" as const);

const terms: fc.Arbitrary<CountedTerms> = fc.record({
  limit: fc.option(units),
  overage,
  limitBinding: binding,
  capBinding: binding,
  ceiling: fc.constant(null),
  step: fc.constant(new Decimal(1)),
  price: fc.constant({
    currency: "USD",
    pricing: "FLAT" as const,
    unitAmount: new Decimal(5),
    tiers: [],
    capAmount: null,
    mostAmount: 1_000_000_000_000n,
  }),
});

const counters: fc.Arbitrary<Counter[]> = fc
  .array(fc.record({ used: units, carried: units, reserved: units, rolledOver: units }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((drawn) =>
    drawn.map((counter, index) => ({
      ...counter,
      dimension: `d${index}`,
      overBefore: ZERO,
      billedBefore: 0n,
    })),
  );

const usedOf = ({ carried, used }: Counter) => carried.plus(used).toNumber();

it("units that were included stay included, and used: no counter falls below zero, whatever the limit becomes", () => {
  fc.assert(
    fc.property(terms, overage, counters, (ending, next, before) => {
      const after = carryOver({ ending, next: { overage: next } }, before);
      for (const [index, counter] of before.entries()) {
        const follows = after[index] as Counter;
        expect(follows.carried.toNumber()).toBeGreaterThanOrEqual(counter.carried.toNumber());
        expect(follows.used.toNumber()).toBeGreaterThanOrEqual(0);
        expect(follows.reserved).toEqual(counter.reserved);
        expect(usedOf(follows)).toBeLessThanOrEqual(usedOf(counter));
        // Only units that were billed are used no more.
        if (ending.overage !== "BILL") expect(usedOf(follows)).toBe(usedOf(counter));
      }
    }),
  );
});

it("units past the limit that cost nothing are included where the next terms bill overage", () => {
  fc.assert(
    fc.property(terms, counters, (ending, before) => {
      const after = carryOver({ ending: { ...ending, overage: "ALLOW" }, next: { overage: "BILL" } }, before);
      expect(after.map(({ carried }) => carried.toNumber())).toEqual(before.map(usedOf));
    }),
  );
});
