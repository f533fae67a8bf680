// @module-tag ci
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

/** A customer with a card, a price in dollars and one in euros. */
async function inTwoCurrencies() {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await aPayer(stripe);
  const { id: dollars } = await aPrice(stripe, 2000);
  const { id: euros } = await aPrice(stripe, 3000, { currency: "eur" });
  const start = (price: string) => stripe.subscriptions.create({ customer, items: [{ price }] });
  return { stripe, customer, dollars, euros, start };
}

const COMBINED =
  "You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency usd.";

describe("a customer", () => {
  test("has live subscriptions in one currency only", async () => {
    const { stripe, customer, dollars, euros, start } = await inTwoCurrencies();
    const first = await start(dollars);
    const error = await refused(start(euros));
    expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError", message: COMBINED });
    expect([error.code, error.param]).toEqual([undefined, undefined]);
    const opened = stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: euros, quantity: 1 }],
      success_url: "https://example.com",
    });
    expect((await refused(opened)).message).toBe(COMBINED);
    await stripe.subscriptions.cancel(first.id);
    expect((await start(euros)).currency).toBe("eur");
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: "eur" });
  });

  test("with an invoice item that waits in one currency starts no subscription in another", async () => {
    const { stripe, customer, euros, start } = await inTwoCurrencies();
    const item = await stripe.invoiceItems.create({ customer, currency: "usd", amount: 500 });
    expect((await refused(start(euros))).message).toBe(COMBINED);
    await stripe.invoiceItems.del(item.id);
    expect((await start(euros)).status).toBe("active");
  });

  test("with an open checkout in one currency opens none in another", async () => {
    const { stripe, customer, dollars, euros } = await inTwoCurrencies();
    const open = (price: string) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        customer,
        line_items: [{ price, quantity: 1 }],
        success_url: "https://example.com",
      });
    const first = await open(dollars);
    expect((await refused(open(euros))).message).toBe(COMBINED);
    await stripe.checkout.sessions.expire(first.id);
    expect((await open(euros)).currency).toBe("eur");
  });

  test("keeps a balance in each currency: one in dollars does not pay in euros", async () => {
    const { stripe, customer, dollars, euros, start } = await inTwoCurrencies();
    const first = await start(dollars);
    await stripe.customers.update(customer, { balance: -700 });
    await stripe.subscriptions.cancel(first.id);
    const second = await start(euros);
    expect(await stripe.invoices.retrieve(String(second.latest_invoice))).toMatchObject({
      currency: "eur",
      starting_balance: 0,
      amount_paid: 3000,
    });
    await stripe.subscriptions.cancel(second.id);
    const third = await start(dollars);
    expect(await stripe.invoices.retrieve(String(third.latest_invoice))).toMatchObject({
      starting_balance: -700,
      amount_paid: 1300,
      ending_balance: 0,
    });
  });
});

describe("an invoice", () => {
  test("takes the items of its own currency, the customer's unless another is named", async () => {
    const { stripe, customer, dollars, start } = await inTwoCurrencies();
    await start(dollars);
    await stripe.invoiceItems.create({ customer, currency: "usd", amount: 500 });
    await stripe.invoiceItems.create({ customer, currency: "eur", amount: 600 });
    const made = (currency?: string) =>
      stripe.invoices.create({
        customer,
        pending_invoice_items_behavior: "include",
        ...(currency !== undefined && { currency }),
      });
    expect(await made()).toMatchObject({ currency: "usd", total: 500 });
    expect(await made("eur")).toMatchObject({ currency: "eur", total: 600 });
  });
});

describe("a subscription", () => {
  test("is not started in a currency that its prices do not have", async () => {
    const { stripe, customer, dollars, euros } = await inTwoCurrencies();
    const named = stripe.subscriptions.create({ customer, currency: "eur", items: [{ price: dollars }] });
    const message =
      "The price specified only supports `usd`. This doesn't match the expected currency: `eur`.";
    expect(await refused(named)).toMatchObject({ message, param: "items[0][price]" });
    const { product } = await stripe.prices.retrieve(euros);
    const price_data = { currency: "usd", product: String(product), unit_amount: 100 };
    const extra = stripe.subscriptions.create({
      customer,
      items: [{ price: euros }],
      add_invoice_items: [{ price_data }],
    });
    expect(await refused(extra)).toMatchObject({ message, param: "add_invoice_items[0][price]" });
  });
});
