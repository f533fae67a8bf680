import { expect, it } from "vitest";
import { Customer } from "./customer.ts";
import type { Entitlement, Price, Product } from "./types.ts";

// Worked figures of the rules of counting, computed by hand.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2030-01-10T10:00:00Z");
const calls = (limit: number | null, more: Partial<Entitlement> = {}): Entitlement => ({
  type: "METERED",
  limit,
  overage: "BLOCK",
  resetInterval: "BILLING",
  ...more,
});
const billed = (limit: number, more: Partial<Entitlement> = {}) =>
  calls(limit, { overage: "BILL", unitAmount: "100", ...more });

function aProduct(
  plans: Record<string, Entitlement>,
  more: Partial<Price> & { free?: string } = {},
): Product {
  const { free = null, ...terms } = more;
  const price = (plan: string): Price => ({
    id: `${plan} ${terms.interval ?? "MONTH"}`,
    plan,
    amount: 3000,
    currency: "USD",
    interval: "MONTH",
    trialDays: 0,
    ...terms,
  });
  return {
    name: `product of ${Object.keys(plans)}`,
    free,
    plans: Object.fromEntries(
      Object.entries(plans).map(([name, entitlement]) => [
        name,
        { id: name, entitlements: { calls: entitlement }, prices: [price(name)] },
      ]),
    ),
  };
}

function priceOf(product: Product, plan: string): Price {
  const price = product.plans[plan]?.prices[0];
  if (!price) throw new Error(`No price of ${plan}.`);
  return price;
}

function aCustomer(...products: Product[]): Customer {
  return new Customer(
    START,
    products.filter(({ free }) => free !== null),
  );
}

function start(customer: Customer, product: Product, plan: string) {
  return customer.start(plan, product, priceOf(product, plan), { provider: "PROVIDER_B" });
}

const overageOwed = ({ charges }: Customer) =>
  charges.filter(({ cause }) => cause === "overage:calls").map(({ amount }) => amount);

it("a change to a lower limit bills nothing of what was included, and carries it", () => {
  const product = aProduct({ large: billed(100), small: billed(50) });
  const customer = aCustomer();
  const subscription = start(customer, product, "large");
  customer.use("calls", 80);
  customer.change(subscription, priceOf(product, "small"), "now");
  expect(customer.check("calls")).toMatchObject({ limit: 50, used: 80, billed: 0n });
  customer.use("calls", 1);
  expect(customer.check("calls")).toMatchObject({ used: 81, billed: 100n });
});

it("overage so far is owed once under the old terms, and lowers the cap of the new ones", () => {
  const product = aProduct({ small: billed(10, { cap: 500 }), large: billed(20, { cap: 500 }) });
  const customer = aCustomer();
  const subscription = start(customer, product, "small");
  customer.use("calls", 13);
  customer.change(subscription, priceOf(product, "large"), "now");
  expect(overageOwed(customer)).toEqual([300n]);
  // Ten of twenty are carried; past twenty the cap allows two more.
  expect([customer.use("calls", 12), customer.use("calls", 1)]).toEqual([true, false]);
  customer.advance(START + 32 * DAY);
  expect(overageOwed(customer)).toEqual([300n, 200n]);
});

it("a change away from the feature and back is no new allowance", () => {
  const product = aProduct({ plan: calls(10), other: calls(10) });
  const bare: Product = {
    ...product,
    plans: { ...product.plans, other: { id: "other", entitlements: {}, prices: [] } },
  };
  const customer = aCustomer();
  const subscription = start(customer, bare, "plan");
  customer.use("calls", 10);
  customer.change(subscription, priceOf(product, "other"), "now");
  expect(customer.check("calls")).toBeNull();
  customer.change(subscription, priceOf(product, "plan"), "now");
  expect(customer.use("calls", 1)).toBe(false);
});

it("a monthly allowance on a yearly price counts anew each month and bills each by itself", () => {
  const product = aProduct({ plan: billed(100, { resetInterval: "MONTH" }) }, { interval: "YEAR" });
  const customer = aCustomer();
  start(customer, product, "plan");
  customer.use("calls", 103);
  customer.advance(START + 31 * DAY);
  expect(customer.check("calls")).toMatchObject({ used: 0, billed: 0n });
  customer.use("calls", 105);
  customer.advance(START + 60 * DAY);
  expect(overageOwed(customer)).toEqual([300n, 500n]);
});

it("weeks run on through a month's end", () => {
  const product = aProduct({ plan: calls(10, { resetInterval: "WEEK" }) });
  const customer = aCustomer();
  start(customer, product, "plan");
  customer.advance(START + 30 * DAY);
  customer.use("calls", 4);
  // The month ended after 31 days, the fifth week ends after 35.
  customer.advance(START + 32 * DAY);
  expect(customer.check("calls")).toMatchObject({ used: 4, resetsAt: START + 35 * DAY });
});

it("a use is taken from the period that ends first, then from the older source, then as the bearer's overage", () => {
  const main = aProduct({ main: billed(10) });
  const addOn = aProduct({ more: calls(5) }, { interval: "WEEK" });
  const gratis = aProduct({ gift: calls(3, { resetInterval: "MONTH" }) }, { free: "gift" });
  const customer = aCustomer(gratis);
  customer.advance(START + HOUR);
  start(customer, main, "main");
  start(customer, addOn, "more");
  customer.use("calls", 20);
  const parts = customer.check("calls")?.parts.map(({ source, used }) => [source, used]);
  expect(parts).toEqual([
    ["main", 12],
    ["more", 5],
    [`free plan of ${gratis.name}`, 3],
  ]);
  expect(customer.check("calls")).toMatchObject({ limit: 18, used: 20, billed: 200n, overage: "BILL" });
});

it("a second product takes no overage away, and its end settles its own counter alone", () => {
  const main = aProduct({ main: billed(10) });
  const addOn = aProduct({ more: calls(5) });
  const customer = aCustomer();
  start(customer, main, "main");
  customer.use("calls", 12);
  const second = start(customer, addOn, "more");
  customer.use("calls", 5);
  customer.cancel(second, "now");
  expect(customer.check("calls")).toMatchObject({ limit: 10, used: 12, billed: 200n });
  expect(overageOwed(customer)).toEqual([]);
});

it("an override applies to the bearer's part; one that sets the limit sets the other parts' to 0", () => {
  const main = aProduct({ main: billed(10) });
  const addOn = aProduct({ more: calls(5) });
  const customer = aCustomer();
  start(customer, main, "main");
  start(customer, addOn, "more");
  customer.override({ feature: "calls", from: START, to: START + DAY, limitAdd: 7 });
  expect(customer.check("calls")).toMatchObject({ limit: 22 });
  customer.advance(START + DAY);
  customer.override({ feature: "calls", from: START + DAY, to: null, limitSet: 4 });
  expect(customer.check("calls")?.parts.map(({ limit }) => limit)).toEqual([4, 0]);
});

it("in a trial what would be billed is refused", () => {
  const product = aProduct({ plan: billed(10) }, { trialDays: 14 });
  const customer = aCustomer();
  start(customer, product, "plan");
  expect([customer.use("calls", 10), customer.use("calls", 1)]).toEqual([true, false]);
  expect(customer.check("calls")).toMatchObject({ overage: "BLOCK", resetsAt: START + 14 * DAY });
  customer.advance(START + 14 * DAY);
  expect(customer.check("calls")).toMatchObject({ overage: "BILL", used: 0 });
});

it("400 granted and 250 used make 550, and each whole period after it adds 400 up to the maximum", () => {
  const product = aProduct({ plan: calls(400, { rolloverMax: 500 }) });
  const customer = aCustomer();
  start(customer, product, "plan");
  customer.use("calls", 250);
  customer.advance(START + 32 * DAY);
  expect(customer.check("calls")).toMatchObject({ limit: 550 });
  customer.advance(START + 95 * DAY);
  expect(customer.check("calls")).toMatchObject({ limit: 900 });
});

it("a trial rolls nothing over", () => {
  const product = aProduct({ plan: calls(100, { rolloverMax: 500 }) }, { trialDays: 21 });
  const customer = aCustomer();
  start(customer, product, "plan");
  customer.advance(START + 22 * DAY);
  expect(customer.check("calls")).toMatchObject({ limit: 100 });
  customer.advance(START + 53 * DAY);
  expect(customer.check("calls")).toMatchObject({ limit: 200 });
});

it("a free subscription started again takes over what was used while the ended one's period runs", () => {
  const product = aProduct({ plan: calls(10) }, { amount: 0 });
  const customer = aCustomer();
  const first = start(customer, product, "plan");
  customer.use("calls", 8);
  customer.cancel(first, "now");
  customer.advance(START + DAY);
  customer.start("again", product, priceOf(product, "plan"), { provider: "PROVIDER_B" });
  expect([customer.use("calls", 3), customer.use("calls", 2)]).toEqual([false, true]);
});

it("a product's free plan and a free subscription of it are one allowance, under one price and another", () => {
  const product = aProduct({ plan: calls(10) }, { amount: 0, free: "plan" });
  const yearly: Price = { ...priceOf(product, "plan"), id: "yearly", interval: "YEAR" };
  const customer = aCustomer(product);
  customer.use("calls", 3);
  const first = start(customer, product, "plan");
  expect(customer.check("calls")).toMatchObject({ used: 3 });
  customer.use("calls", 2);
  customer.change(first, yearly, "now");
  expect(customer.check("calls")).toMatchObject({ used: 5 });
  customer.use("calls", 1);
  customer.cancel(first, "now");
  expect(customer.check("calls")).toMatchObject({ used: 6 });
  customer.use("calls", 1);
  customer.start("again", product, priceOf(product, "plan"), { provider: "PROVIDER_B" });
  expect(customer.check("calls")).toMatchObject({ used: 7 });
});

it("overage that a free price billed is owed once: the next free price, or the start after an end, has less ceiling and cap", () => {
  const product = aProduct({ plan: billed(10, { ceiling: 5, cap: 400 }) }, { amount: 0 });
  const yearly: Price = { ...priceOf(product, "plan"), id: "yearly", interval: "YEAR" };
  const customer = aCustomer();
  const subscription = start(customer, product, "plan");
  customer.use("calls", 13);
  customer.change(subscription, yearly, "now");
  expect(overageOwed(customer)).toEqual([300n]);
  expect(customer.check("calls")).toMatchObject({ used: 10, billed: 300n });
  expect(customer.use("calls", 2)).toBe(false);
  expect(customer.use("calls", 1)).toBe(true);
  customer.cancel(subscription, "now");
  expect(overageOwed(customer)).toEqual([300n, 100n]);
  customer.start("again", product, priceOf(product, "plan"), { provider: "PROVIDER_B" });
  expect(customer.check("calls")).toMatchObject({ used: 10, billed: 400n, allowed: false });
});

it("a change of interval counts anew, and a pause keeps what was used", () => {
  const product = aProduct({ plan: calls(10) });
  const yearly: Price = { ...priceOf(product, "plan"), id: "yearly", interval: "YEAR" };
  const customer = aCustomer();
  const subscription = start(customer, product, "plan");
  customer.use("calls", 9);
  customer.pause(subscription);
  expect(customer.check("calls")).toBeNull();
  customer.resume(subscription);
  expect(customer.check("calls")).toMatchObject({ used: 9 });
  customer.change(subscription, yearly, "now");
  expect(customer.check("calls")).toMatchObject({ used: 0 });
});

it("a sum that is set anew is filled in order, but the sum that is there changes nothing", () => {
  const main = aProduct({ small: calls(10) });
  const addOn = aProduct({ more: calls(20, { resetInterval: "WEEK" }) });
  const customer = aCustomer();
  start(customer, main, "small");
  customer.use("calls", 6);
  start(customer, addOn, "more");
  customer.use("calls", 2);
  // The add-on's week ends first: its units are used first.
  const used = () => customer.check("calls")?.parts.map(({ used }) => used);
  const before = used();
  expect(before?.toSorted()).toEqual([2, 6]);
  customer.set("calls", 8);
  expect(used()).toEqual(before);
  customer.set("calls", 9);
  expect(used()?.toSorted()).toEqual([0, 9]);
});
