import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

async function subscribed() {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await aPayer(stripe);
  const { id: price } = await aPrice(stripe, 2000);
  const { id: subscription } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const usage = { customer, subscription, currency: "usd", amount: 500 };
  return { stripe, customer, subscription, usage };
}

describe("an invoice for a subscription", () => {
  test("takes what waits for it", async () => {
    const { stripe, customer, subscription, usage } = await subscribed();
    await stripe.invoiceItems.create(usage);
    await stripe.invoiceItems.create({ customer, currency: "usd", amount: 900 });
    const draft = await stripe.invoices.create({ customer, subscription });
    expect(draft).toMatchObject({ status: "draft", total: 500 });
  });

  test.each(["include", "exclude"] as const)(
    "does not go with pending_invoice_items_behavior: %s",
    async (wanted) => {
      const { stripe, customer, subscription, usage } = await subscribed();
      await stripe.invoiceItems.create(usage);
      const both = { customer, subscription, pending_invoice_items_behavior: wanted };
      expect(await refused(stripe.invoices.create(both))).toMatchObject({
        statusCode: 400,
        message:
          "You may only specify one of these parameters: pending_invoice_items_behavior, subscription.",
        param: "pending_invoice_items_behavior",
      });
    },
  );

  test("for which nothing waits is refused", async () => {
    const { stripe, customer, subscription } = await subscribed();
    expect(await refused(stripe.invoices.create({ customer, subscription }))).toMatchObject({
      statusCode: 400,
      code: "invoice_no_subscription_line_items",
    });
  });

  test("that has ended is refused, and so is an item for it", async () => {
    const { stripe, customer, subscription, usage } = await subscribed();
    await stripe.invoiceItems.create(usage);
    await stripe.subscriptions.cancel(subscription);
    const facts = {
      statusCode: 400,
      message: `Customer ${customer} does not have a subscription with ID ${subscription}`,
      param: "subscription",
    };
    expect(await refused(stripe.invoices.create({ customer, subscription }))).toMatchObject(facts);
    expect(await refused(stripe.invoiceItems.create(usage))).toMatchObject(facts);
  });

  test("of another customer is refused, and so is an item for it", async () => {
    const { stripe, subscription, usage } = await subscribed();
    const { id: customer } = await aPayer(stripe);
    const message = `Customer ${customer} does not have a subscription with ID ${subscription}`;
    expect((await refused(stripe.invoices.create({ customer, subscription }))).message).toBe(message);
    expect((await refused(stripe.invoiceItems.create({ ...usage, customer }))).message).toBe(message);
  });
});
