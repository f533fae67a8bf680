import { expect, it } from "vitest";
import type { Entitlement } from "./entitlement.ts";
import { fieldsOf, toEntitlement, toForm } from "./entitlement-form.ts";
import { entitlementForm } from "./typed-schema.ts";

const sold = [
  { currency: "EUR", interval: "MONTH" },
  { currency: "USD", interval: "MONTH" },
  { currency: "USD", interval: "YEAR" },
] as const;
const plan = { all: [...sold], monthly: sold.filter(({ interval }) => interval === "MONTH") };

const none = { pricing: "FLAT", tiers: null, overage_cap_amount: null, driver_step_amount: null } as const;
const price = (currency: string, interval: "MONTH" | "YEAR" | null, unit_amount: string) => ({
  ...none,
  currency,
  interval,
  unit_amount,
});
const entitlement = (...prices: Entitlement["prices"]): Entitlement => ({
  feature_id: "feat",
  feature_key: "events",
  feature_name: "Events",
  feature_type: "METERED",
  enabled: true,
  limit: 250_000,
  reset_interval: "MONTH",
  value: null,
  overage: "BILL",
  overage_step: 1,
  limit_binding: "CUSTOMER",
  cap_binding: "CUSTOMER",
  max_dimensions: null,
  overage_ceiling: null,
  rollover_max: null,
  driver_step_size: null,
  driver_max_steps: null,
  prices,
});

const METERED = { type: "METERED", value_type: null, unit_label: "event" } as const;
const saved = (before: Entitlement, at = plan.all) => {
  const values = toForm(before, at);
  const shown = fieldsOf(METERED, at).filter(({ isShown }) => isShown?.(values) ?? true);
  const typed = Object.fromEntries(shown.map(({ name }) => [name, values[name]]));
  return { shown: shown.map(({ label }) => label), after: toEntitlement("events", typed, at) };
};
const pricesOf = ({ after }: ReturnType<typeof saved>) =>
  (after.prices ?? []).map(({ currency, interval, unit_amount }) => [currency, interval, unit_amount]);

it("a new METERED feature resets every month, and one from before keeps its billing period", () => {
  expect(toForm(null, plan.all).reset_interval).toBe("MONTH");
  const older = { ...entitlement(), reset_interval: "BILLING" } as const;
  expect(saved(older).after.reset_interval).toBe("BILLING");
  expect(saved(older).shown).toContain("Resets every");
  const seats = fieldsOf({ ...METERED, type: "ALLOCATED" }, plan.all);
  expect(seats.map(({ name }) => name)).not.toContain("reset_interval");
});

it("one price for every interval stays one", () => {
  const result = saved(entitlement(price("USD", null, "2"), price("EUR", null, "3")));
  expect(pricesOf(result)).toEqual([
    ["EUR", null, "3"],
    ["USD", null, "2"],
  ]);
  expect(result.shown).toContain("Overage price in USD");
  expect(result.shown).not.toContain("Overage price in USD, paid yearly");
});

it("a price of its own for each interval is shown and kept; one without takes that for every interval", () => {
  const result = saved(entitlement(price("USD", null, "2"), price("USD", "YEAR", "1")));
  expect(pricesOf(result)).toEqual([
    ["USD", "MONTH", "2"],
    ["USD", "YEAR", "1"],
  ]);
  expect(result.shown).toEqual(
    expect.arrayContaining(["Overage price in USD, paid monthly", "Overage price in USD, paid yearly"]),
  );
});

it("a currency that is sold at one interval has one price, also where the pack says the interval", () => {
  const result = saved(entitlement(price("USD", "MONTH", "2")), plan.monthly);
  expect(pricesOf(result)).toEqual([["USD", null, "2"]]);
});

it("the form's schema knows every field", () => {
  const known = Object.keys(entitlementForm(plan.all).shape);
  expect(known).toEqual(expect.arrayContaining(fieldsOf(METERED, plan.all).map(({ name }) => name)));
});
