import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const SECRETS = { metadata: { plan: "secret" }, description: "Order 7" };

const OF_PAYMENT = [
  "amount",
  "automatic_payment_methods",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "description",
  "id",
  "last_payment_error",
  "livemode",
  "next_action",
  "object",
  "payment_method",
  "payment_method_types",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "status",
];

const OF_SETUP = [
  "cancellation_reason",
  "client_secret",
  "created",
  "description",
  "id",
  "last_setup_error",
  "livemode",
  "next_action",
  "object",
  "payment_method",
  "payment_method_types",
  "status",
  "usage",
];

/** The fields of an answer without what the SDK adds. */
function fieldsOf(answer: object): string[] {
  return Object.keys(answer)
    .filter((name) => name !== "lastResponse")
    .sort();
}

/** An intent of each kind, of a customer, with what a browser is not to see. */
async function intents() {
  const account = sandbox.anAccount();
  const { stripe } = account;
  const { id: customer } = await aPayer(stripe);
  const allowed = { allowed_payment_method_types: ["card" as const] };
  const payment = await stripe.paymentIntents.create({
    amount: 1000,
    currency: "usd",
    customer,
    ...allowed,
    ...SECRETS,
  });
  const setup = await stripe.setupIntents.create({ customer, ...allowed, ...SECRETS });
  const secretOf = (intent: { client_secret: string | null }) => ({
    client_secret: String(intent.client_secret),
  });
  return { ...account, payment, setup, secretOf };
}

// The SDK's types know the parameters of a secret key; a browser sends the client secret.
type Confirmation = Stripe.PaymentIntentConfirmParams & Stripe.SetupIntentConfirmParams;
const confirming = (secret: object, payment_method: string) =>
  ({ ...secret, payment_method }) as Confirmation;

describe("a publishable key with the client secret", () => {
  test("retrieves what Stripe.js knows of an intent, and nothing else", async () => {
    const { browser, stripe, payment, setup, secretOf } = await intents();
    const paying = await browser.paymentIntents.retrieve(payment.id, secretOf(payment));
    expect(fieldsOf(paying)).toEqual(OF_PAYMENT);
    expect(paying).toMatchObject({ amount: 1000, description: "Order 7", status: "requires_payment_method" });
    const setting = await browser.setupIntents.retrieve(setup.id, secretOf(setup));
    expect(fieldsOf(setting)).toEqual(OF_SETUP);
    expect(await stripe.paymentIntents.retrieve(payment.id)).toMatchObject(SECRETS);
  });

  test("confirms an intent and sees as little of it", async () => {
    const { browser, payment, setup, secretOf } = await intents();
    const paid = await browser.paymentIntents.confirm(
      payment.id,
      confirming(secretOf(payment), "pm_card_visa"),
    );
    expect(paid.status).toBe("succeeded");
    expect(fieldsOf(paid)).toEqual(OF_PAYMENT);
    const set = await browser.setupIntents.confirm(setup.id, confirming(secretOf(setup), "pm_card_visa"));
    expect(set.status).toBe("succeeded");
    expect(fieldsOf(set)).toEqual(OF_SETUP);
  });

  test("sees as little of an intent, and of its card, that a refusal carries", async () => {
    const { browser, stripe, payment, setup, secretOf } = await intents();
    const declined = "pm_card_chargeDeclined";
    const ofPayment = await refused(
      browser.paymentIntents.confirm(payment.id, confirming(secretOf(payment), declined)),
    );
    expect(fieldsOf(Object(ofPayment.payment_intent))).toEqual(OF_PAYMENT);
    const ofSetup = await refused(
      browser.setupIntents.confirm(setup.id, confirming(secretOf(setup), declined)),
    );
    expect(fieldsOf(Object(ofSetup.setup_intent))).toEqual(OF_SETUP);
    const after = await browser.setupIntents.retrieve(setup.id, secretOf(setup));
    for (const error of [
      ofPayment.payment_method,
      ofSetup.payment_method,
      after.last_setup_error?.payment_method,
    ])
      expect(JSON.stringify(error ?? {})).not.toMatch(/fingerprint|metadata/);
    const kept = await stripe.setupIntents.retrieve(setup.id);
    expect(kept.last_setup_error?.payment_method?.card?.fingerprint).toMatch(/^\w{16}$/);
  });

  test("expands the payment method alone, without its fingerprint and its metadata", async () => {
    const { browser, stripe, payment, secretOf } = await intents();
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: String(payment.customer) });
    await stripe.paymentMethods.update(method.id, { metadata: { internal: "1" } });
    await stripe.paymentIntents.update(payment.id, { payment_method: method.id });
    const expanded = await browser.paymentIntents.retrieve(payment.id, {
      ...secretOf(payment),
      expand: ["payment_method"],
    });
    expect(expanded.payment_method).toMatchObject({ id: method.id, card: { last4: "4242" } });
    expect(JSON.stringify(expanded.payment_method)).not.toMatch(/fingerprint|metadata|internal/);
    for (const path of ["customer", "latest_charge", "payment_method.customer"]) {
      const call = browser.paymentIntents.retrieve(payment.id, { ...secretOf(payment), expand: [path] });
      expect(await refused(call)).toMatchObject({
        statusCode: 400,
        message: `This property cannot be expanded (${path}). You may want to try expanding a different property.`,
      });
    }
  });
});

test("a publishable key makes cards whose fingerprint and metadata only a secret key sees", async () => {
  const { browser, stripe } = sandbox.anAccount();
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
  const method = await browser.paymentMethods.create({ type: "card", card });
  const token = await browser.tokens.create({
    card: { number: card.number, exp_month: "12", exp_year: "2034", cvc: "123" },
  });
  for (const made of [method, token])
    expect(JSON.stringify({ ...made, lastResponse: null })).not.toMatch(/fingerprint|metadata/);
  const { fingerprint } = (await stripe.paymentMethods.retrieve(method.id)).card ?? {};
  expect(fingerprint).toMatch(/^\w{16}$/);
  expect((await stripe.tokens.retrieve(token.id)).card?.fingerprint).toBe(fingerprint);
});
