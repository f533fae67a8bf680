import type Stripe from "stripe";
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

describe("a subscription that waits for its first payment", () => {
  test("changes its metadata alone, can be canceled, and gets no schedule", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer, invoice_settings } = await aPayer(stripe);
    const { id: price } = await aPrice(stripe, 2000);
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: "default_incomplete",
    });
    expect(begun.status).toBe("incomplete");
    const [item] = begun.items.data;
    const changes: Stripe.SubscriptionUpdateParams[] = [
      { trial_end: Math.floor(Date.now() / 1000) + 3600 },
      { items: [{ id: String(item?.id), quantity: 2 }] },
      { add_invoice_items: [{ price }] },
      { cancel_at_period_end: true },
      { cancellation_details: { comment: "Too dear" } },
      { collection_method: "send_invoice", days_until_due: 3 },
      { default_payment_method: String(invoice_settings.default_payment_method) },
      { default_tax_rates: "" },
      { description: "Later" },
      { discounts: "" },
      { pause_collection: { behavior: "void" } },
      { payment_settings: { save_default_payment_method: "on_subscription" } },
      { trial_settings: { end_behavior: { missing_payment_method: "cancel" } } },
    ];
    for (const change of changes)
      expect(
        await refused(stripe.subscriptions.update(begun.id, { metadata: { a: "b" }, ...change })),
        JSON.stringify(change),
      ).toMatchObject({ statusCode: 400, param: Object.keys(change)[0] });
    const scheduled = stripe.subscriptionSchedules.create({ from_subscription: begun.id });
    expect(await refused(scheduled)).toMatchObject({ statusCode: 400, param: "from_subscription" });
    const named = await stripe.subscriptions.update(begun.id, { metadata: { a: "c" } });
    expect(named).toMatchObject({ metadata: { a: "c" }, status: "incomplete", description: null });
    expect((await stripe.subscriptions.cancel(begun.id)).status).toBe("incomplete_expired");
  });
});
