import { expect, it } from "vitest";
import { Customer } from "./customer.ts";
import type { Provider } from "./subscription.ts";
import type { Entitlement, Price, Product } from "./types.ts";

// Worked figures of what is charged and when, computed by hand.

const DAY = 24 * 3_600_000;
const START = Date.parse("2030-04-10T10:00:00Z");
const MAY = Date.parse("2030-05-10T10:00:00Z");
const MINUTES = 60_000;
const calls: Entitlement = { type: "METERED", limit: 10, overage: "BILL", unitAmount: "50" };
const price = (plan: string, amount: number): Price => ({
  id: plan,
  plan,
  amount,
  currency: "USD",
  interval: "MONTH",
  trialDays: 0,
});
const small = price("small", 3000);
const large = price("large", 9000);
const product: Product = {
  name: "product",
  free: null,
  plans: {
    small: { id: "small", entitlements: { calls }, prices: [small] },
    large: { id: "large", entitlements: { calls }, prices: [large] },
  },
};

function startOn(provider: Provider, first: Price) {
  const customer = new Customer(START);
  return { customer, subscription: customer.start("main", product, first, { provider }) };
}

/** Cause, amount and whether it is due. */
const owed = ({ charges, now }: Customer) =>
  charges.map(({ cause, amount, due }) => [cause, amount, due !== null && due <= now]);

it("a change that leaves less to pay is invoiced at once at the card provider, with the next renewal by us", () => {
  for (const [provider, isDue] of [
    ["PROVIDER_A", true],
    ["PROVIDER_B", false],
  ] as const) {
    const { customer, subscription } = startOn(provider, large);
    customer.advance(START + 15 * DAY);
    customer.change(subscription, small, "now");
    expect(owed(customer)).toEqual([
      ["plan", 9000n, true],
      ["change", -3000n, isDue],
    ]);
    customer.advance(MAY + 120 * MINUTES);
    expect(owed(customer).map(([, , due]) => due)).toEqual([true, true, true]);
  }
});

it("an invoice of ours for a change takes along the overage that waits", () => {
  const { customer, subscription } = startOn("PROVIDER_B", small);
  customer.use("calls", 14);
  customer.advance(MAY + MINUTES);
  customer.use("calls", 12);
  customer.change(subscription, large, "now");
  const overage = customer.charges.filter(({ cause }) => cause === "overage:calls");
  expect(overage.map(({ amount, due }) => [amount, due === customer.now])).toEqual([[200n, true]]);
});

it("usage that waited in a pause past its due time is invoiced at the resume at the card provider, with the next renewal by us", () => {
  for (const [provider, isDue] of [
    ["PROVIDER_A", true],
    ["PROVIDER_B", false],
  ] as const) {
    const { customer, subscription } = startOn(provider, small);
    customer.use("calls", 14);
    customer.pause(subscription);
    customer.advance(MAY + DAY);
    const overage = () => owed(customer).filter(([cause]) => cause === "overage:calls");
    expect(overage()).toEqual([["overage:calls", 200n, false]]);
    customer.resume(subscription);
    customer.advance(customer.now + MINUTES);
    expect(overage()).toEqual([["overage:calls", 200n, isDue]]);
    customer.advance(MAY + 31 * DAY + 120 * MINUTES);
    expect(overage()).toEqual([["overage:calls", 200n, true]]);
  }
});

it("usage that waited in a pause is invoiced with the draft that a resume within the hour after a renewal finds", () => {
  const { customer, subscription } = startOn("PROVIDER_A", small);
  customer.use("calls", 14);
  customer.pause(subscription);
  customer.advance(MAY + 59 * MINUTES);
  customer.resume(subscription);
  const overage = customer.charges.filter(({ cause }) => cause === "overage:calls");
  expect(overage.map(({ amount, due }) => [amount, due])).toEqual([[200n, MAY + 120 * MINUTES]]);
});

it("usage that a change to a yearly price ends is invoiced two hours after it at the card provider", () => {
  const yearly: Price = { ...price("yearly", 30_000), interval: "YEAR" };
  const sold: Product = {
    ...product,
    plans: { ...product.plans, yearly: { id: "yearly", entitlements: { calls }, prices: [yearly] } },
  };
  const customer = new Customer(START);
  const subscription = customer.start("main", sold, small, { provider: "PROVIDER_A" });
  customer.use("calls", 14);
  customer.advance(START + DAY);
  customer.change(subscription, yearly, "now");
  const overage = customer.charges.filter(({ cause }) => cause === "overage:calls");
  expect(overage.map(({ amount, due }) => [amount, due])).toEqual([[200n, START + DAY + 120 * MINUTES]]);
});

it("nothing is charged or credited for a period that began in a pause: a change begins a new one at the full price", () => {
  for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const) {
    const { customer, subscription } = startOn(provider, small);
    customer.pause(subscription);
    customer.advance(MAY + DAY);
    customer.resume(subscription);
    customer.change(subscription, large, "now");
    expect(owed(customer)).toEqual([
      ["plan", 3000n, true],
      ["plan", 9000n, true],
    ]);
    expect(subscription.period.from).toBe(MAY + DAY);
  }
});

it("a pause within the hour after a renewal drops that period's price at the card provider alone", () => {
  const planOf = (provider: Provider, minutes: number) => {
    const { customer, subscription } = startOn(provider, small);
    customer.advance(MAY + minutes * MINUTES);
    customer.pause(subscription);
    return customer.charges.map(({ amount }) => amount);
  };
  expect(planOf("PROVIDER_A", 59)).toEqual([3000n]);
  expect(planOf("PROVIDER_A", 60)).toEqual([3000n, 3000n]);
  expect(planOf("PROVIDER_B", 59)).toEqual([3000n, 3000n]);
});

it("of steps, each line of a change is rounded by itself", () => {
  const seats: Entitlement = {
    type: "ALLOCATED",
    limit: 1,
    overage: "BLOCK",
    driver: { size: 1, amount: 155 },
  };
  const sold: Product = {
    name: "product",
    free: null,
    plans: {
      small: { id: "small", entitlements: { seats }, prices: [small] },
      large: { id: "large", entitlements: { seats }, prices: [large] },
    },
  };
  const customer = new Customer(START);
  const subscription = customer.start("main", sold, small, { provider: "PROVIDER_A", steps: { seats: 1 } });
  customer.advance(START + 7 * DAY);
  customer.change(subscription, large, "now", { seats: 3 });
  // 23 of 30 days: -2300 and -118.83 before, +6900 and +356.5 after.
  expect(customer.charges.map(({ amount }) => amount)).toEqual([3155n, 4838n]);
});
