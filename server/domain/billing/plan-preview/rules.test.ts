import fc from "fast-check";
import { expect, it } from "vitest";
import { Decimal } from "../../../platform/decimal.ts";
import { unsavedPack } from "../../catalog/packs/entitlement-columns.ts";
import { EntitlementInput } from "../../catalog/packs/schema.ts";
import { overagePrice } from "../grants/rules.ts";
import { costOf } from "./rules.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
const feature = {
  tenantId: "t",
  id: "f",
  key: "calls",
  name: "Calls",
  description: null,
  type: "METERED" as const,
  unitLabel: null,
  valueType: null,
  position: 0,
  translations: {},
  createdAt: NOW,
  updatedAt: NOW,
  archivedAt: null,
};
const packOf = (input: object) =>
  unsavedPack(
    { tenantId: "t", id: "p" },
    [{ feature, input: EntitlementInput.parse({ feature_key: "calls", ...input }) }],
    NOW,
  );
const MONTHLY = { amount: 4900n, currency: "USD", interval: "MONTH" } as const;

const aTiered = fc.record({
  limit: fc.integer({ min: 0, max: 1000 }),
  step: fc.integer({ min: 1, max: 50 }),
  pricing: fc.constantFrom("GRADUATED" as const, "VOLUME" as const),
  ends: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 0, maxLength: 4 }),
  amounts: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 5, maxLength: 5 }),
  flat: fc.integer({ min: 0, max: 10_000 }),
  units: fc.integer({ min: 0, max: 20_000 }),
});

it("a period's use costs the plan and what the rule of billing says of the units past the limit", {
  tags: ["long"],
}, () => {
  fc.assert(
    fc.property(aTiered, ({ limit, step, pricing, ends, amounts, flat, units }) => {
      const bounds = [...ends.toSorted((a, b) => a - b), null];
      const tiers = bounds.map((end, index) => ({
        up_to: end === null ? null : String(end),
        unit_amount: new Decimal(amounts[index] ?? 0).div(1000).toFixed(),
        flat_amount: String(flat),
      }));
      const pack = packOf({
        limit,
        overage: "BILL",
        overage_step: step,
        prices: [{ currency: "USD", pricing, tiers }],
      });
      const { lines, totals, refused } = costOf(pack, MONTHLY, [{ feature, units }]);
      const price = {
        currency: "USD",
        pricing,
        unitAmount: null,
        tiers: tiers.map((tier) => ({
          upTo: tier.up_to === null ? null : new Decimal(tier.up_to),
          unitAmount: new Decimal(tier.unit_amount),
          flatAmount: new Decimal(tier.flat_amount),
        })),
      };
      const over = new Decimal(Math.max(0, units - limit));
      const overage = Number(overagePrice(price, new Decimal(step), over));
      expect(totals).toEqual([{ interval: "MONTH", amount: 4900 + overage }]);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(4900 + overage);
      expect(refused).toEqual([]);
    }),
  );
});

it("what is allowed and what is refused are what was asked for", () => {
  const aBlocked = fc.record({
    limit: fc.integer({ min: 0, max: 1000 }),
    size: fc.option(fc.integer({ min: 1, max: 50 }), { nil: null }),
    most: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
    units: fc.integer({ min: 0, max: 5000 }),
  });
  fc.assert(
    fc.property(aBlocked, ({ limit, size, most, units }) => {
      const pack = packOf({
        limit,
        ...(size !== null && {
          driver_step_size: size,
          driver_max_steps: most,
          prices: [{ currency: "USD", driver_step_amount: 100 }],
        }),
      });
      const { lines, refused } = costOf(pack, MONTHLY, [{ feature, units }]);
      const bought = lines.find(({ kind }) => kind === "STEPS")?.units ?? 0;
      const over = Math.max(0, units - limit - bought);
      expect(refused.map((one) => one.refused)).toEqual(over > 0 ? [over] : []);
      // No step more than is needed.
      expect(bought === 0 || limit + bought - (size ?? 0) < units).toBe(true);
      expect(lines.find(({ kind }) => kind === "STEPS")?.amount ?? 0).toBe((bought / (size ?? 1)) * 100);
    }),
  );
});
