// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
let customer: string;
let price: Stripe.Price;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
  customer = (await aPayer(stripe)).id;
  price = await aPrice(stripe, 1000);
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const DAY = 24 * 3600;
const now = () => Math.floor(Date.now() / 1000);

function subscribe(more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({ customer, items: [{ price: price.id }], ...more });
}

/** A price in the place where it is used. */
function described(unit_amount: number) {
  const product = String(price.product);
  return { currency: "usd", product, recurring: { interval: "month" as const }, unit_amount };
}

describe("a subscription", () => {
  test("has days until its invoices are due only where these are sent", async () => {
    const sent = await subscribe({ collection_method: "send_invoice", days_until_due: 3 });
    expect((await stripe.subscriptions.update(sent.id, { days_until_due: 5 })).days_until_due).toBe(5);
    const charged = await subscribe();
    const wrong = [
      () => subscribe({ days_until_due: 3 }),
      () => subscribe({ collection_method: "charge_automatically", days_until_due: 3 }),
      () => stripe.subscriptions.update(charged.id, { days_until_due: 3 }),
    ];
    for (const call of wrong)
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "days_until_due" });
  });

  test("ends at a time or at the end of its period, not both", async () => {
    const cancel_at = now() + 40 * DAY;
    const begun = await subscribe({ cancel_at });
    expect(begun.cancel_at).toBe(cancel_at);
    const both = { cancel_at, cancel_at_period_end: true };
    for (const call of [() => subscribe(both), () => stripe.subscriptions.update(begun.id, both)])
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "cancel_at" });
  });

  test("has a description of 500 characters", async () => {
    const begun = await subscribe({ description: "d".repeat(500) });
    expect(begun.description).toHaveLength(500);
    const description = "d".repeat(501);
    const update = () => stripe.subscriptions.update(begun.id, { description });
    for (const call of [() => subscribe({ description }), update])
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "description" });
  });

  test("sells a price that is named, or one that is described, not both, and none below zero", async () => {
    const both = { price: price.id, price_data: described(700) };
    const begun = await subscribe({ items: [{ price_data: described(700) }] });
    const [item] = begun.items.data;
    const { recurring: _, ...once } = described(700);
    const wrong = [
      () => subscribe({ items: [both] }),
      () => stripe.subscriptions.update(begun.id, { items: [{ id: String(item?.id), ...both }] }),
      () => subscribe({ add_invoice_items: [{ price: price.id, price_data: once }] }),
    ];
    for (const call of wrong)
      expect((await refused(call())).message).toContain("You may only specify one of these parameters");
    expect(await refused(subscribe({ items: [{ price_data: described(-700) }] }))).toMatchObject({
      statusCode: 400,
      param: "items[0][price_data][unit_amount]",
    });
  });

  test("has one of a price that an update gives it, unless the update says how many", async () => {
    const other = await aPrice(stripe, 2000);
    const begun = await subscribe({ items: [{ price: price.id, quantity: 5 }] });
    const id = String(begun.items.data[0]?.id);
    const same = await stripe.subscriptions.update(begun.id, { items: [{ id, price: price.id }] });
    expect(same.items.data[0]?.quantity).toBe(5);
    const moved = await stripe.subscriptions.update(begun.id, { items: [{ id, price: other.id }] });
    expect(moved.items.data[0]?.quantity).toBe(1);
    const back = { id, price: price.id, quantity: 3 };
    const again = await stripe.subscriptions.update(begun.id, { items: [back] });
    expect(again.items.data[0]?.quantity).toBe(3);
  });

  test("is resumed only where it is charged", async () => {
    const paused = { end_behavior: { missing_payment_method: "pause" } } as const;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now() });
    const onClock = await stripe.customers.create({ test_clock: clock.id });
    const begun = await subscribe({ customer: onClock.id, trial_period_days: 1, trial_settings: paused });
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now() + 2 * DAY });
    await expect.poll(async () => (await stripe.subscriptions.retrieve(begun.id)).status).toBe("paused");
    await expect
      .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status)
      .toBe("ready");
    await stripe.subscriptions.update(begun.id, { collection_method: "send_invoice", days_until_due: 1 });
    expect(await refused(stripe.subscriptions.resume(begun.id))).toMatchObject({ statusCode: 400 });
  });
});

describe("an invoice", () => {
  test("is due later", async () => {
    const sent = { customer, collection_method: "send_invoice" } as const;
    const due_date = now() + DAY;
    expect((await stripe.invoices.create({ ...sent, due_date })).due_date).toBe(due_date);
    const late = stripe.invoices.create({ ...sent, due_date: now() - DAY });
    expect(await refused(late)).toMatchObject({ statusCode: 400, param: "due_date" });
  });

  test("is paid by a payment method of its customer's", async () => {
    const other = await aPayer(stripe);
    const theirs = String(other.invoice_settings.default_payment_method);
    const draft = await stripe.invoices.create({ customer });
    const wrong = [
      () => stripe.invoices.create({ customer, default_payment_method: theirs }),
      () => stripe.invoices.update(draft.id, { default_payment_method: theirs }),
      () => stripe.invoices.create({ customer, default_payment_method: "pm_none" }),
    ];
    for (const call of wrong)
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "default_payment_method" });
  });

  test("has a description of 1500 characters", async () => {
    const draft = await stripe.invoices.create({ customer, description: "d".repeat(1500) });
    expect(draft.description).toHaveLength(1500);
    const description = "d".repeat(1501);
    for (const call of [
      () => stripe.invoices.create({ customer, description }),
      () => stripe.invoices.update(draft.id, { description }),
    ])
      expect(await refused(call())).toMatchObject({ statusCode: 400, param: "description" });
  });
});

describe("an invoice item", () => {
  const item = { amount: 500, currency: "usd" };

  test("is for a period that ends when it begins, or later", async () => {
    const start = now();
    const point = { start, end: start };
    expect((await stripe.invoiceItems.create({ customer, ...item, period: point })).period).toEqual(point);
    const period = { start, end: start - 1 };
    expect(await refused(stripe.invoiceItems.create({ customer, ...item, period }))).toMatchObject({
      statusCode: 400,
      param: "period[end]",
    });
  });

  test("is not discounted where it takes something off", async () => {
    const less = await stripe.invoiceItems.create({ customer, amount: -500, currency: "usd" });
    const more = await stripe.invoiceItems.create({ customer, ...item });
    expect([less.discountable, more.discountable]).toEqual([false, true]);
  });
});
