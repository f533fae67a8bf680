import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
let customer: string;
let sold: Stripe.Price;
let archived: Stripe.Price;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
  customer = (await aPayer(stripe)).id;
  sold = await aPrice(stripe, 1000);
  archived = await aPrice(stripe, 2000);
  await stripe.products.update(String(archived.product), { active: false });
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

function subscribe(items: Stripe.SubscriptionCreateParams.Item[]): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({ customer, items });
}

describe("an archived product", () => {
  test("is not sold by a subscription, a change of one, a schedule, a checkout or an invoice item", async () => {
    const price = archived.id;
    const monthly = { currency: "usd", recurring: { interval: "month" as const }, unit_amount: 500 };
    const price_data = { ...monthly, product: String(archived.product) };
    const running = await subscribe([{ price: sold.id }]);
    const [item] = running.items.data;
    const { id } = await stripe.subscriptionSchedules.create({
      from_subscription: (await subscribe([{ price: sold.id }])).id,
    });
    const start_date = (await stripe.subscriptionSchedules.retrieve(id)).phases[0]?.start_date ?? 0;
    const open = (line: Partial<Stripe.Checkout.SessionCreateParams.LineItem>) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        success_url: "https://example.com/done",
        line_items: [{ quantity: 1, ...line }],
      });
    const { recurring: _, ...once } = price_data;
    const calls = [
      () => subscribe([{ price }]),
      () => subscribe([{ price_data }]),
      () => stripe.subscriptions.update(running.id, { items: [{ id: String(item?.id), price }] }),
      () => stripe.subscriptions.update(running.id, { items: [{ price_data }] }),
      () => stripe.subscriptions.update(running.id, { add_invoice_items: [{ price_data: once }] }),
      () => stripe.subscriptionSchedules.update(id, { phases: [{ start_date, items: [{ price }] }] }),
      () => stripe.invoices.createPreview({ customer, subscription_details: { items: [{ price }] } }),
      () => stripe.invoiceItems.create({ customer, price_data: once }),
      () => open({ price }),
      () => open({ price_data }),
    ];
    for (const call of calls) {
      const error = await refused(call());
      expect(error, String(call)).toMatchObject({ statusCode: 400, rawType: "invalid_request_error" });
      expect(error.message).toMatch(
        /^The product prod_\w+ is marked as inactive, and thus no new subscriptions can be created/,
      );
      expect(error.param).toMatch(/\[(?:price|product)\]$/);
    }
  });

  test("goes on in the subscriptions that it was sold by, and is sold again when it is active again", async () => {
    const price = await aPrice(stripe, 700);
    const begun = await subscribe([{ price: price.id }]);
    await stripe.products.update(String(price.product), { active: false });
    const [item] = begun.items.data;
    const items = [{ id: String(item?.id), quantity: 2 }];
    expect((await stripe.subscriptions.update(begun.id, { items })).items.data[0]?.quantity).toBe(2);
    await stripe.products.update(String(price.product), { active: true });
    expect((await subscribe([{ price: price.id }])).status).toBe("active");
  });
});

describe("the default price of a product", () => {
  test("is not archived before another is the default", async () => {
    const first = await aPrice(stripe, 300);
    const product = String(first.product);
    const second = await aPrice(stripe, 400, { product });
    await stripe.products.update(product, { default_price: first.id });
    const error = await refused(stripe.prices.update(first.id, { active: false }));
    expect(error).toMatchObject({
      statusCode: 400,
      message: "This price cannot be archived because it is the default price of its product.",
    });
    await stripe.products.update(product, { default_price: second.id });
    expect((await stripe.prices.update(first.id, { active: false })).active).toBe(false);
  });
});
