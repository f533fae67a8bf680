// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

// Parameters that were read and had no effect: each has one now, or is refused.

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A running subscription with three items, and what it is made of. */
async function threeItems(stripe: Stripe) {
  const customer = await aPayer(stripe);
  const prices = await Promise.all([100, 200, 300].map((amount) => aPrice(stripe, amount)));
  const items = prices.map(({ id }) => ({ price: id }));
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items });
  return { customer, prices, items, subscription };
}

describe("lists that an object holds", () => {
  test("are paged either way, and refuse a cursor that is not in them", async () => {
    const { stripe } = sandbox.anAccount();
    const { subscription } = await threeItems(stripe);
    const ids = subscription.items.data.map(({ id }) => id);
    const list = (page: Stripe.PaginationParams) =>
      stripe.subscriptionItems.list({ subscription: subscription.id, ...page });
    const shown = async (page: Stripe.PaginationParams) => {
      const { data, has_more } = await list(page);
      return { ids: data.map(({ id }) => id), has_more };
    };
    expect(await shown({ limit: 2 })).toEqual({ ids: ids.slice(0, 2), has_more: true });
    expect(await shown({ starting_after: ids[0] })).toEqual({ ids: ids.slice(1), has_more: false });
    expect(await shown({ limit: 1, ending_before: ids[2] })).toEqual({ ids: [ids[1]], has_more: true });
    expect(await refused(list({ starting_after: "si_none" }))).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "starting_after",
    });
    const invoice = String(subscription.latest_invoice);
    const lines = await stripe.invoices.listLineItems(invoice);
    const last = String(lines.data[2]?.id);
    const before = await stripe.invoices.listLineItems(invoice, { ending_before: last });
    expect(before.data.map(({ id }) => id)).toEqual(lines.data.slice(0, 2).map(({ id }) => id));
  });
});

describe("prices by lookup key", () => {
  test("are paged, ten keys at a time", async () => {
    const { stripe } = sandbox.anAccount();
    const lookup_keys = ["one", "two", "three"];
    for (const lookup_key of lookup_keys) await aPrice(stripe, 100, { lookup_key });
    const first = await stripe.prices.list({ lookup_keys, limit: 2 });
    expect({ number: first.data.length, more: first.has_more }).toEqual({ number: 2, more: true });
    const rest = await stripe.prices.list({
      lookup_keys,
      limit: 2,
      starting_after: String(first.data[1]?.id),
    });
    expect({ number: rest.data.length, more: rest.has_more }).toEqual({ number: 1, more: false });
    const many = Array.from({ length: 11 }, (_, n) => `key ${n}`);
    expect(await refused(stripe.prices.list({ lookup_keys: many }))).toMatchObject({
      statusCode: 400,
      param: "lookup_keys",
    });
    const created = { gt: 1 };
    expect(await refused(stripe.prices.list({ lookup_keys, created }))).toMatchObject({
      code: "sandbox_unsupported",
      param: "created",
    });
  });
});

describe("a currency", () => {
  test("that is not the prices' is refused, for a subscription and a checkout session", async () => {
    const { stripe } = sandbox.anAccount();
    const { customer, items } = await threeItems(stripe);
    const message =
      "The price specified only supports `usd`. This doesn't match the expected currency: `eur`.";
    const [first] = items;
    const calls = [
      () => stripe.subscriptions.create({ customer: customer.id, items, currency: "eur" }),
      () =>
        stripe.checkout.sessions.create({
          mode: "subscription",
          success_url: "https://example.com",
          currency: "eur",
          line_items: [{ price: String(first?.price), quantity: 1 }],
        }),
    ];
    for (const call of calls) expect(await refused(call())).toMatchObject({ statusCode: 400, message });
  });
});

describe("a preview of a new subscription", () => {
  test("refuses what has no part in it here", async () => {
    const { stripe } = sandbox.anAccount();
    const { customer, items } = await threeItems(stripe);
    const cases: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails[] = [
      { billing_cycle_anchor: { type: "now" } },
      { cancel_at_period_end: true },
      { proration_date: 1_800_000_000 },
      { trial_end: "now" },
    ];
    for (const details of cases) {
      const [name] = Object.keys(details);
      const call = stripe.invoices.createPreview({
        customer: customer.id,
        subscription_details: { items, ...details },
      });
      expect(await refused(call)).toMatchObject({
        statusCode: 400,
        code: "sandbox_unsupported",
        param: `subscription_details[${name}]`,
      });
    }
  });
});

describe("what goes with another parameter alone", () => {
  test("is refused without it", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const calls: [() => Promise<unknown>, string][] = [
      [() => stripe.invoices.create({ customer: customer.id, due_date: 1_900_000_000 }), "due_date"],
      [() => stripe.invoices.create({ customer: customer.id, days_until_due: 7 }), "days_until_due"],
      [
        () => stripe.setupIntents.create({ customer: customer.id, return_url: "https://example.com" }),
        "return_url",
      ],
    ];
    for (const [call, param] of calls)
      expect(await refused(call())).toMatchObject({ statusCode: 400, param });
  });
});

describe("automatic tax in Checkout", () => {
  const base = { mode: "subscription", success_url: "https://example.com/done" } as const;

  test("wants a customer's address, or leave to save the one that is entered", async () => {
    const { stripe } = sandbox.anAccount();
    const { customer, items } = await threeItems(stripe);
    const line_items = [{ price: String(items[0]?.price), quantity: 1 }];
    const automatic_tax = { enabled: true };
    const call = stripe.checkout.sessions.create({
      ...base,
      customer: customer.id,
      line_items,
      automatic_tax,
    });
    expect(await refused(call)).toMatchObject({ statusCode: 400, code: "customer_tax_location_invalid" });
    const without = stripe.checkout.sessions.create({
      ...base,
      line_items,
      customer_update: { address: "auto" },
    });
    expect(await refused(without)).toMatchObject({ statusCode: 400, param: "customer_update" });
  });

  test("wants a customer's address on an invoice, too", async () => {
    const { stripe } = sandbox.anAccount();
    const { customer } = await threeItems(stripe);
    const asked = { customer: customer.id, automatic_tax: { enabled: true } };
    expect(await refused(stripe.invoices.create(asked))).toMatchObject({
      statusCode: 400,
      code: "customer_tax_location_invalid",
    });
    await stripe.customers.update(customer.id, { address: { country: "DE" } });
    const { automatic_tax } = await stripe.invoices.create(asked);
    expect(automatic_tax).toMatchObject({ enabled: true, liability: { type: "self" } });
  });

  test("saves the country that is entered, and the subscription has it, too", async () => {
    const { stripe } = sandbox.anAccount();
    await stripe.rawRequest("POST", "/sandbox/settings", { tax_behavior: "exclusive" });
    const { customer, items } = await threeItems(stripe);
    const session = await stripe.checkout.sessions.create({
      ...base,
      customer: customer.id,
      line_items: [{ price: String(items[0]?.price), quantity: 1 }],
      automatic_tax: { enabled: true },
      customer_update: { address: "auto" },
    });
    expect(session.automatic_tax).toMatchObject({ enabled: true, status: "requires_location_inputs" });
    const card = { number: "4242424242424242", expiry: "12 / 34", cvc: "123" };
    const submitted = await fetch(String(session.url), {
      method: "POST",
      body: new URLSearchParams({ do: "buy", country: "de", ...card }),
      redirect: "manual",
    });
    expect(submitted.status).toBe(303);
    const done = await stripe.checkout.sessions.retrieve(session.id);
    expect(done).toMatchObject({ status: "complete", automatic_tax: { enabled: true, status: "complete" } });
    const subscription = await stripe.subscriptions.retrieve(String(done.subscription));
    expect(subscription.automatic_tax.enabled).toBe(true);
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ address: { country: "DE" } });
  });
});

test("a checkout session keeps the locale that it was made with", async () => {
  const { stripe } = sandbox.anAccount();
  const { items } = await threeItems(stripe);
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    success_url: "https://example.com",
    locale: "en",
    line_items: [{ price: String(items[0]?.price), quantity: 1 }],
  });
  expect(session.locale).toBe("en");
});
