import { expect, it } from "vitest";
import { type inputsOf, isSame } from "./entries.ts";

const withTiers = (...tiers: { up_to: string | null; unit_amount: string; flat_amount?: string }[]) => {
  const price = { currency: "USD", interval: null, pricing: "GRADUATED", unit_amount: null } as const;
  const prices = [{ ...price, tiers, overage_cap_amount: null, driver_step_amount: null }];
  return [{ feature_key: "events", enabled: true, prices }] satisfies ReturnType<typeof inputsOf>;
};

it("a tier without a flat amount is as the server keeps it, and another amount is a change", () => {
  const typed = withTiers({ up_to: null, unit_amount: "2" });
  expect(isSame(typed, withTiers({ flat_amount: "0", up_to: null, unit_amount: "2" }))).toBe(true);
  expect(isSame(typed, withTiers({ up_to: null, unit_amount: "2", flat_amount: "5" }))).toBe(false);
  expect(isSame(typed, withTiers({ up_to: null, unit_amount: "3" }))).toBe(false);
});
