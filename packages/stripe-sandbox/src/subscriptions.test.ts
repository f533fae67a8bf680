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

describe("a subscription's first payment", () => {
  test("makes it active, with an invoice that is paid", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 2000);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: "error_if_incomplete",
      expand: ["latest_invoice.payments", "latest_invoice.confirmation_secret"],
    });
    expect(subscription.status).toBe("active");
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === "string") throw new Error("The invoice was not expanded.");
    expect(invoice).toMatchObject({
      status: "paid",
      amount_paid: 2000,
      billing_reason: "subscription_create",
      attempt_count: 1,
    });
    expect(invoice.payments?.data[0]).toMatchObject({
      status: "paid",
      amount_paid: 2000,
      payment: { type: "payment_intent" },
    });
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_/);
    expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id);
  });

  test("refused, creates nothing when an error was asked for", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_chargeCustomerFail");
    const price = await aPrice(stripe, 2000);
    const error = await refused(
      stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: "error_if_incomplete",
      }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      type: "StripeCardError",
      code: "card_declined",
      decline_code: "generic_decline",
    });
    const all = await stripe.subscriptions.list({ customer: customer.id, status: "all" });
    expect(all.data).toEqual([]);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toEqual([]);
  });
});
