// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A customer and the card that is attached to it. */
async function anOwner() {
  const { id, invoice_settings } = await aPayer(stripe);
  return { customer: id, payment_method: String(invoice_settings.default_payment_method) };
}

const CARDS = { allowed_payment_method_types: ["card" as const] };

describe("the setup intent of an open checkout session", () => {
  test("is not canceled: the session expires instead", async () => {
    const session = await stripe.checkout.sessions.create({
      mode: "setup",
      currency: "usd",
      success_url: "https://example.com/done",
    });
    const id = String(session.setup_intent);
    expect(await refused(stripe.setupIntents.cancel(id))).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("Expire the Checkout Session instead"),
    });
    expect((await stripe.setupIntents.retrieve(id)).status).toBe("requires_payment_method");
    expect((await stripe.checkout.sessions.expire(session.id)).status).toBe("expired");
    const own = await stripe.setupIntents.create({ ...CARDS });
    expect((await stripe.setupIntents.cancel(own.id)).status).toBe("canceled");
  });
});

describe("the customer of a payment intent", () => {
  test("is set once, and does not change any more", async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const { id } = await stripe.paymentIntents.create({ ...CARDS, amount: 1000, currency: "usd" });
    const { customer } = first;
    expect((await stripe.paymentIntents.update(id, { customer })).customer).toBe(customer);
    expect((await stripe.paymentIntents.update(id, { customer })).customer).toBe(customer);
    expect(await refused(stripe.paymentIntents.update(id, { customer: second.customer }))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
      message: expect.stringMatching(/^You cannot modify `customer` on a PaymentIntent once it already/),
    });
    expect((await stripe.paymentIntents.retrieve(id)).customer).toBe(customer);
  });
});

describe("a setup intent", () => {
  test("takes no payment method of another customer, made, changed or confirmed", async () => {
    const [first, second] = [await anOwner(), await anOwner()];
    const { customer } = first;
    const { payment_method } = second;
    const empty = await stripe.setupIntents.create({ ...CARDS, customer });
    const ownerless = await stripe.setupIntents.create({ ...CARDS });
    const calls = [
      () => stripe.setupIntents.create({ ...CARDS, customer, payment_method }),
      () => stripe.setupIntents.create({ ...CARDS, payment_method }),
      () => stripe.setupIntents.update(empty.id, { payment_method }),
      () => stripe.setupIntents.confirm(empty.id, { payment_method }),
      () => stripe.setupIntents.confirm(ownerless.id, { payment_method }),
    ];
    for (const call of calls)
      expect(await refused(call()), String(call)).toMatchObject({ statusCode: 400, param: "payment_method" });
    const own = await stripe.setupIntents.create({ ...CARDS, ...first });
    expect(await refused(stripe.setupIntents.update(own.id, { customer: second.customer }))).toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.setupIntents.confirm(own.id)).status).toBe("succeeded");
  });

  test("takes no payment method that was detached", async () => {
    const { payment_method } = await anOwner();
    await stripe.paymentMethods.detach(payment_method);
    const { customer } = await anOwner();
    const empty = await stripe.setupIntents.create({ ...CARDS, customer });
    for (const call of [
      () => stripe.setupIntents.create({ ...CARDS, customer, payment_method }),
      () => stripe.setupIntents.update(empty.id, { payment_method }),
      () => stripe.setupIntents.confirm(empty.id, { payment_method }),
    ])
      expect((await refused(call())).message).toContain("was detached from a Customer. It may not be used");
  });
});
