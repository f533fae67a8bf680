import { setTimeout as pause } from "node:timers/promises";
import type { Provider } from "../model/subscription.ts";
import type { Entitlement } from "../model/types.ts";
import { createFeatures, createProduct, type OnSale, publishPack } from "./catalog.ts";
import { History } from "./history.ts";
import { at, billed, DAY, type Outcome, seats } from "./row.ts";
import type { Body, Service } from "./service.ts";

// Faults that were found in sales, promised trials and migrations, each as one fixed history.

const START = "2030-01-10T10:00:00Z";
const block = (limit: number): Entitlement => ({ type: "METERED", limit, overage: "BLOCK" });
const monthly = (amount: number) => [{ amount, currency: "USD", interval: "MONTH" as const }];

/** A migration at once to a pack without the feature: the 5 units past the 100 included, at 0.50, are owed all the same. */
export async function packMigrationNow(service: Service, provider: Provider): Promise<Outcome> {
  const { history, product, keys } = await onSale(service, { calls: billed(100, "50") });
  await history.start("main", product, "pro", { provider });
  await history.use("calls", 105);
  await migrate(service, product, "now", [{ feature_key: keys.other, limit: 1 }]);
  await service.advance(history.clock, at("2030-02-10T14:00:00Z"));
  return { found: { overage: await history.overage("calls") }, expected: { overage: 250n } };
}

/** A migration to a pack of 200 units instead of 100, at the period's end. */
export async function packMigrationAtPeriodEnd(service: Service, provider: Provider): Promise<Outcome> {
  const { history, product, keys } = await onSale(service, { calls: block(100) });
  await history.start("main", product, "pro", { provider });
  await migrate(service, product, "period_end", [{ feature_key: keys.calls, limit: 200 }]);
  const { limit: before } = await history.check("calls");
  await service.advance(history.clock, at("2030-02-10T14:00:00Z"));
  const { limit: after } = await history.check("calls");
  return { found: { before, after }, expected: { before: 100, after: 200 } };
}

/** A new pack is published while a checkout page is open: the buyer gets the seats that the page sold. */
export async function packPublishedDuringCheckout(service: Service): Promise<Outcome> {
  const sold = { ...seats(2), driver: { size: 5, amount: 3500 } };
  const { product, keys } = await onSale(service, { seats: sold });
  const customer = keys.seats ?? "";
  const url = await openCheckout(service, product, customer, [{ feature_key: keys.seats, steps: 2 }]);
  await publishPack(service, product.plans.pro?.id ?? "", [{ feature_key: keys.seats, limit: 1 }]);
  await pay(url, { "quantity.1": "2" });
  await subscriptionsOf(service, customer, 1);
  const { limit } = await service.get(`/v1/billing/entitlements/${keys.seats}?customer=${customer}`);
  return { found: { limit }, expected: { limit: 12 } };
}

/** A promise of 90 days of trial, and two starts at the same moment: one of them gets it. */
export async function promiseForTwoStarts(service: Service): Promise<Outcome> {
  const { history, product } = await onSale(service, { calls: block(1) });
  const { product: other } = await onSale(service, { calls: block(1) });
  await redeem(service, history.customer);
  const starts = [product, other].map((one) =>
    service.post("/v1/billing/subscriptions", {
      customer: history.customer,
      plan_price_id: one.price("pro").id,
      provider: "PROVIDER_B",
    }),
  );
  const statuses = (await Promise.all(starts)).map(({ status }) => status);
  return { found: { statuses: statuses.toSorted() }, expected: { statuses: ["ACTIVE", "TRIALING"] } };
}

/** The same promise, and two checkout pages that are open at once and are both completed. */
export async function promiseForTwoCheckouts(service: Service): Promise<Outcome> {
  const { product, keys } = await onSale(service, { calls: block(1) });
  const { product: other } = await onSale(service, { calls: block(1) });
  const customer = keys.calls ?? "";
  const email = `${customer}@example.com`;
  await service.post("/v1/billing/cardprovider/setup-intent", { customer, email });
  await redeem(service, customer);
  const pages = [];
  for (const one of [product, other]) pages.push(await openCheckout(service, one, customer));
  for (const page of pages) await pay(page);
  const statuses = (await subscriptionsOf(service, customer, 2)).map(({ status }) => status);
  return { found: { statuses: statuses.toSorted() }, expected: { statuses: ["ACTIVE", "TRIALING"] } };
}

/** A code that grants something is redeemed without a customer, then with one: the grant is not lost. */
export async function codeWithoutCustomer(service: Service): Promise<Outcome> {
  const { history, product } = await onSale(service, { calls: block(1) });
  const { code } = await service.post("/v1/invitations/code", { trialDays: 90 });
  const user = `user-of-${history.customer}`;
  await service.call("POST", "/v1/invitations/redeem", { code, user });
  const { status } = await service.call("POST", "/v1/invitations/redeem", {
    code,
    user,
    customer: history.customer,
  });
  const { trial_end } = await service.post("/v1/billing/subscriptions", {
    customer: history.customer,
    plan_price_id: product.price("pro").id,
    provider: "PROVIDER_B",
  });
  return {
    found: { second: status, trial_end },
    expected: { second: 200, trial_end: new Date(at(START) + 90 * DAY).toISOString() },
  };
}

/** A customer of two free plans buys one of the products: the other product's free plan goes on granting. */
export async function otherFreePlan(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED", mails: "METERED" });
  const free = (feature: string, limit: number) => ({
    free: "free",
    plans: {
      free: { entitlements: { [feature]: block(limit) }, prices: [] },
      paid: { entitlements: { [feature]: block(limit * 10) }, prices: monthly(3000) },
    },
  });
  const first = await createProduct(service, keys, { name: "first", ...free("calls", 10) });
  const second = await createProduct(service, keys, { name: "second", ...free("mails", 5) });
  const history = await History.begin(service, { keys, at: at(START), products: [first, second] });
  await history.use("mails", 2);
  await history.start("main", first, "paid", { provider });
  await history.use("mails", 3);
  const [calls, mails] = [await history.check("calls"), await history.check("mails")];
  return {
    found: { calls: calls.limit, mails: [mails.limit, mails.used], differences: history.differences },
    expected: { calls: 100, mails: [5, 5], differences: [] },
  };
}

/** A free subscription is used up, canceled and started again: what was used is taken over. */
export async function freeSubscriptionAgain(service: Service, provider: Provider): Promise<Outcome> {
  const { history, product } = await onSale(service, { calls: block(10) }, 0);
  await history.start("main", product, "pro", { provider });
  await history.use("calls", 8);
  await history.cancel("main", "now");
  await history.advance(at(START) + DAY);
  await history.start("again", product, "pro", { provider });
  const { used, limit } = await history.check("calls");
  return { found: { used, limit }, expected: { used: 8, limit: 10 } };
}

/** A trial of 21 days in which nothing is used is no period whose 100 units roll over. */
export async function rolloverAfterTrial(service: Service): Promise<Outcome> {
  const calls = { ...block(100), rolloverMax: 500 };
  const { history, product } = await onSale(service, { calls }, 3000, 21);
  await history.start("main", product, "pro", { provider: "PROVIDER_B" });
  await service.advance(history.clock, at(START) + 22 * DAY);
  const { limit: first } = await history.check("calls");
  await service.advance(history.clock, at(START) + 53 * DAY);
  const { limit: second } = await history.check("calls");
  return { found: { first, second }, expected: { first: 100, second: 200 } };
}

/** One product with one plan and price, and a customer of a clock. */
async function onSale(
  service: Service,
  entitlements: Record<string, Entitlement>,
  amount = 3000,
  trialDays = 0,
): Promise<{ history: History; product: OnSale; keys: Record<string, string> }> {
  const types = Object.entries(entitlements).map(([name, { type }]) => [name, type] as const);
  const keys = await createFeatures(service, { ...Object.fromEntries(types), other: "METERED" });
  const prices = monthly(amount).map((price) => ({ ...price, ...(trialDays > 0 && { trialDays }) }));
  const product = await createProduct(service, keys, { plans: { pro: { entitlements, prices } } });
  return { history: await History.begin(service, { keys, at: at(START) }), product, keys };
}

async function migrate(
  service: Service,
  product: OnSale,
  effective: "now" | "period_end",
  entitlements: object[],
): Promise<void> {
  const { id: plan, packId } = product.plans.pro as OnSale["plans"][string];
  const next = await publishPack(service, plan, entitlements);
  const body = { from_pack_id: packId, effective };
  const { id } = await service.post(`/v1/catalog/packs/${next}/migrations`, body);
  await until(async () => (await service.get(`/v1/pack-migrations/${id}`)).status === "DONE");
}

async function redeem(service: Service, customer: string): Promise<void> {
  const { code } = await service.post("/v1/invitations/code", { trialDays: 90 });
  await service.post("/v1/invitations/redeem", { code, user: `user-of-${customer}`, customer });
}

async function openCheckout(
  service: Service,
  product: OnSale,
  customer: string,
  drivers: object[] = [],
): Promise<string> {
  const { url } = await service.post("/v1/billing/checkout", {
    plan_price_id: product.price("pro").id,
    drivers,
    customer,
    email: `${customer}@example.com`,
  });
  return url;
}

/** Completes a checkout page as its form does. */
async function pay(url: string, more: Record<string, string> = {}): Promise<void> {
  const card = { number: "4242424242424242", expiry: "12 / 40", cvc: "123" };
  const body = new URLSearchParams({ do: "buy", ...card, ...more });
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  if (response.status >= 400) throw new Error(`The checkout page answered ${response.status}.`);
}

/** The customer's subscriptions. Waits until there are `count` of them: a callback creates each. */
async function subscriptionsOf(service: Service, customer: string, count: number): Promise<Body[]> {
  const list = () => service.list(`/v1/billing/subscriptions?customer=${customer}`);
  await until(async () => (await list()).length >= count);
  return await list();
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await condition()); await pause(100))
    if (Date.now() > end) throw new Error("The condition was not met within 30 seconds.");
}
