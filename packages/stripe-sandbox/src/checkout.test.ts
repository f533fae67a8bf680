// @module-tag ci
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

const success_url = "http://127.0.0.1/done?session={CHECKOUT_SESSION_ID}";
const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };

async function look(session: Stripe.Checkout.Session): Promise<string> {
  const response = await fetch(String(session.url));
  expect(response.headers.get("content-type")).toContain("text/html");
  return response.text();
}

function submit(session: Stripe.Checkout.Session, fields: Record<string, string>): Promise<Response> {
  return fetch(String(session.url), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

async function aSession(stripe: Stripe, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const price = await aPrice(stripe, 1500);
  const line_items = [{ price: price.id, quantity: 2 }];
  return stripe.checkout.sessions.create({ mode: "subscription", line_items, success_url, ...more });
}

describe("a hosted page for a subscription", () => {
  test("takes a card, starts the subscription, completes the session and sends the browser back", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({ email: "a@example.com" });
    const metadata = { order: "7" };
    const session = await aSession(stripe, {
      customer: customer.id,
      metadata,
      subscription_data: { metadata },
      cancel_url: "http://127.0.0.1/back",
    });
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      amount_total: 3000,
      subscription: null,
    });
    const html = await look(session);
    expect(html).toContain("$30.00");
    expect(html).toContain("Plan at 1500 × 2");
    const done = await submit(session, CARD);
    expect([done.status, done.headers.get("location")]).toEqual([
      303,
      `http://127.0.0.1/done?session=${session.id}`,
    ]);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription", "line_items"],
    });
    expect(after).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer: customer.id,
      customer_details: { email: "a@example.com" },
      subscription: { status: "active", metadata, items: { data: [{ quantity: 2 }] } },
      line_items: { data: [{ quantity: 2, amount_total: 3000 }] },
    });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(1);
    const [event] = (await stripe.events.list({ type: "checkout.session.completed" })).data;
    expect(event?.data.object).toMatchObject({ id: session.id, metadata });
    expect((await submit(session, CARD)).headers.get("location")).toContain("/done");
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test("shows a decline, keeps nothing of it and takes the next card", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const session = await aSession(stripe, { customer: customer.id });
    for (const [fields, message] of [
      [{ number: "4000000000009995" }, "Your card has insufficient funds."],
      [{ number: "4000000000000341" }, "Your card was declined."],
      [{ number: "4242424242424241" }, "Your card number is incorrect."],
      [{ expiry: "13/34" }, "expiration month is invalid"],
    ] as const) {
      const response = await submit(session, { ...CARD, ...fields });
      expect(response.status).toBe(402);
      expect(await response.text()).toContain(message);
    }
    expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
    expect((await submit(session, CARD)).status).toBe(303);
  });

  test.each(["4000002500003155", "4000002760003184"])("asks the holder of %s first", async (number) => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const session = await aSession(stripe, { customer: customer.id });
    const asking = await (await submit(session, { ...CARD, number })).text();
    const method = /name="payment_method" value="(\w+)"/.exec(asking)?.[1] ?? "";
    const failed = await submit(session, { payment_method: method, authentication: "fail" });
    expect(await failed.text()).toContain("could not authenticate");
    const done = await submit(session, { payment_method: method, authentication: "complete" });
    expect(done.status).toBe(303);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data[0]?.status).toBe("active");
  });

  test("makes a customer where there is none, and prices of what it is given", async () => {
    const { stripe } = sandbox.anAccount();
    const product = await stripe.products.create({ name: "Ad hoc" });
    const price_data = {
      currency: "eur",
      product: product.id,
      unit_amount: 900,
      recurring: { interval: "year" as const },
    };
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price_data, quantity: 1 }],
      subscription_data: { trial_period_days: 7 },
      success_url,
    });
    const html = await look(session);
    expect(html).toMatch(/Free until \d+ \w+ \d{4}, then €9.00 per year. Cancel before that day/);
    expect(html).toContain('name="email"');
    expect((await submit(session, { ...CARD, email: "new@example.com" })).status).toBe(303);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["customer", "subscription"],
    });
    expect(after).toMatchObject({
      payment_status: "no_payment_required",
      customer: { email: "new@example.com" },
      subscription: { status: "trialing", currency: "eur" },
    });
  });

  test("asks for no card where none is wanted", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const session = await aSession(stripe, {
      customer: customer.id,
      subscription_data: { trial_period_days: 7 },
      payment_method_collection: "if_required",
    });
    expect(await look(session)).not.toContain('name="number"');
    expect((await submit(session, {})).status).toBe(303);
    expect((await stripe.subscriptions.list({ customer: customer.id })).data[0]).toMatchObject({
      status: "trialing",
      default_payment_method: null,
    });
  });

  test("is over when the session is expired", async () => {
    const { stripe } = sandbox.anAccount();
    const session = await aSession(stripe);
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
    expect(await look(session)).toContain("has expired");
    expect(await (await submit(session, { ...CARD, email: "a@example.com" })).text()).toContain(
      "has expired",
    );
    expect(await refused(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 });
  });

  test("is completed once, however often it is submitted at once", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const session = await aSession(stripe, { customer: customer.id });
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(session, CARD)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
  });

  test("does not let what it shows become markup", async () => {
    const { stripe } = sandbox.anAccount();
    const product = await stripe.products.create({ name: "<script>alert(1)</script>" });
    const price = await aPrice(stripe, 100, { product: product.id });
    const session = await aSession(stripe, { line_items: [{ price: price.id, quantity: 1 }] });
    const html = await look(session);
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script>");
  });
});

test("a hosted page for a card sets it up", async () => {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    currency: "usd",
    customer: customer.id,
    success_url,
  });
  expect(session).toMatchObject({
    mode: "setup",
    setup_intent: expect.stringMatching(/^seti_/),
    amount_total: null,
  });
  expect((await submit(session, CARD)).status).toBe(303);
  const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] });
  expect(after).toMatchObject({ status: "complete", setup_intent: { status: "succeeded" } });
  expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(2);
});
