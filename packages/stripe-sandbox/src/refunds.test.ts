// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterAll(() => sandbox.close());

/** A subscription at 20.00 that was paid, with its payment. */
async function aPayment() {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const price = await aPrice(stripe, 2000);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data;
  return { stripe, intent: intent?.id ?? "", charge: String(intent?.latest_charge) };
}

describe("a refund", () => {
  test("gives back the whole payment, once; the charge says so, and two events tell of it", async () => {
    const { stripe, intent, charge } = await aPayment();
    const refund = await stripe.refunds.create({ payment_intent: intent, reason: "duplicate" });
    expect(refund).toMatchObject({
      amount: 2000,
      currency: "usd",
      status: "succeeded",
      reason: "duplicate",
      payment_intent: intent,
      charge,
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 2000, refunded: true });
    const again = await refused(stripe.refunds.create({ charge }));
    expect([again.statusCode, again.code]).toEqual([400, "charge_already_refunded"]);
    const types = async (type: string) => (await stripe.events.list({ type })).data.map(({ type }) => type);
    expect([await types("charge.refunded"), await types("refund.created")]).toEqual([
      ["charge.refunded"],
      ["refund.created"],
    ]);
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([
      refund.id,
    ]);
  });

  test("names its payment, by which the invoice that it paid is found", async () => {
    const { stripe, intent } = await aPayment();
    const { payment_intent } = await stripe.refunds.create({ payment_intent: intent, amount: 100 });
    const payment = { type: "payment_intent" as const, payment_intent: String(payment_intent) };
    const { data } = await stripe.invoicePayments.list({ payment });
    const [invoice] = (await stripe.invoices.list()).data;
    expect(data.map((one) => one.invoice)).toEqual([invoice?.id]);
    const none = { type: "payment_intent" as const, payment_intent: "pi_none" };
    expect((await stripe.invoicePayments.list({ payment: none })).data).toEqual([]);
    const typeless = { payment: { payment_intent: intent } } as object;
    expect((await refused(stripe.invoicePayments.list(typeless))).param).toBe("payment[type]");
  });

  test("in parts never exceeds what was paid, also when two come at once", async () => {
    const { stripe, intent, charge } = await aPayment();
    const parts = await Promise.allSettled(
      [1, 2, 3].map(() => stripe.refunds.create({ payment_intent: intent, amount: 900 })),
    );
    expect(parts.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1800, refunded: false });
    expect((await stripe.refunds.create({ charge })).amount).toBe(200);
  });

  test.each<[string, (of: { intent: string; charge: string }) => Stripe.RefundCreateParams, string]>([
    ["without a payment", () => ({}), "payment_intent or charge"],
    ["of both", ({ intent, charge }) => ({ payment_intent: intent, charge }), "only specify one"],
    ["of more than was paid", ({ charge }) => ({ charge, amount: 2001 }), "greater than unrefunded"],
    ["of what is not there", () => ({ charge: "ch_none" }), "No such charge"],
    [
      "with a parameter of fantasy",
      ({ charge }) => ({ charge, notify: true }) as object,
      "unknown parameter",
    ],
  ])("%s is refused", async (_, params, message) => {
    const { stripe, ...payment } = await aPayment();
    expect((await refused(stripe.refunds.create(params(payment)))).message).toContain(message);
  });

  test("of a payment that failed is refused", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_chargeCustomerFail");
    const price = await aPrice(stripe, 2000);
    const items = [{ price: price.id }];
    await stripe.subscriptions.create({
      customer: customer.id,
      items,
      payment_behavior: "default_incomplete",
    });
    const [intent] = (await stripe.paymentIntents.list({ customer: customer.id })).data;
    const error = await refused(stripe.refunds.create({ payment_intent: intent?.id ?? "" }));
    expect(error.message).toContain("does not have a successful charge");
  });
});
