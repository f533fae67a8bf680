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

const DECLINES = [
  ["4000000000000002", "tok_chargeDeclined", "card_declined", "generic_decline"],
  ["4000000000009995", "tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
  ["4000000000009987", "tok_visa_chargeDeclinedLostCard", "card_declined", "lost_card"],
  ["4000000000000069", "tok_chargeDeclinedExpiredCard", "expired_card", "expired_card"],
  ["4000000000000127", "tok_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"],
  ["4000000000000119", "tok_chargeDeclinedProcessingError", "processing_error", "processing_error"],
] as const;

describe("a card that is declined", () => {
  test.each(DECLINES)("%s, %s: %s, %s when it is attached", async (number, token, code, decline_code) => {
    const { stripe, browser } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({});
    const card = { number, exp_month: 12, exp_year: 2034, cvc: "123" };
    for (const sent of [{ token }, card]) {
      const method = await browser.paymentMethods.create({ type: "card", card: sent });
      const error = await refused(stripe.paymentMethods.attach(method.id, { customer }));
      expect(error).toMatchObject({ statusCode: 402, type: "StripeCardError", code, decline_code });
      expect(error.doc_url).toContain(code.replaceAll("_", "-"));
    }
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  test("when it is set up leaves the refusal in the setup intent", async () => {
    const { stripe } = sandbox.anAccount();
    const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ["card"] });
    const error = await refused(
      stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }),
    );
    expect(error).toMatchObject({ statusCode: 402, code: "card_declined", setup_intent: { id: intent.id } });
    const after = await stripe.setupIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: "requires_payment_method",
      last_setup_error: { code: "card_declined" },
    });
  });

  test("only when it is charged: it attaches, and the payment fails", async () => {
    const { stripe } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_chargeCustomerFail");
    const price = await aPrice(stripe, 900);
    const items = [{ price: price.id }];
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items,
      payment_behavior: "allow_incomplete",
    });
    expect(subscription.status).toBe("incomplete");
    const [charge] = (await stripe.charges.list({ customer: customer.id })).data;
    expect(charge).toMatchObject({ status: "failed", failure_code: "card_declined", paid: false });
  });
});

test("card details that cannot be right are refused before a bank is asked", async () => {
  const { browser } = sandbox.anAccount();
  const right = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
  const cases: [Partial<typeof right>, string][] = [
    [{ number: "4242424242424241" }, "incorrect_number"],
    [{ exp_month: 13 }, "invalid_expiry_month"],
    [{ exp_year: 2020 }, "invalid_expiry_year"],
    [{ cvc: "1" }, "invalid_cvc"],
    [{ number: "4111111111111111" }, "card_declined"],
  ];
  for (const [wrong, code] of cases) {
    const call = browser.paymentMethods.create({ type: "card", card: { ...right, ...wrong } });
    expect(await refused(call)).toMatchObject({ statusCode: 402, code });
  }
});

describe("a saved card", () => {
  test("is updated by its network, with an event", async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const { invoice_settings } = await aPayer(stripe);
    const id = String(invoice_settings.default_payment_method);
    await fetch(`${sandbox.url}/sandbox/payment_methods/${id}/update`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}` },
      body: new URLSearchParams({ exp_month: "7", exp_year: "2041", last4: "9995" }),
    });
    const { card } = await stripe.paymentMethods.retrieve(id);
    expect(card).toMatchObject({ exp_month: 7, exp_year: 2041, last4: "9995" });
    const { data } = await stripe.events.list({ type: "payment_method.automatically_updated" });
    expect(data.map((event) => "id" in event.data.object && event.data.object.id)).toEqual([id]);
  });
});

test("a bank account can be made and read, and nothing is paid with it", async () => {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await stripe.customers.create({});
  const bank = {
    account_holder_type: "individual",
    account_number: "000123456789",
    routing_number: "110000000",
  } as const;
  const { id, type } = await stripe.paymentMethods.create({
    type: "us_bank_account",
    us_bank_account: bank,
    billing_details: { name: "Jenny Rosen" },
  });
  expect(type).toBe("us_bank_account");
  expect(await stripe.paymentMethods.retrieve(id)).toMatchObject({
    customer: null,
    us_bank_account: { last4: "6789", routing_number: "110000000" },
  });
  expect(await refused(stripe.paymentMethods.attach(id, { customer }))).toMatchObject({
    code: "sandbox_unsupported",
  });
});

describe("a card's number", () => {
  const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
  const tokenCard = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" };

  test("is refused with a secret key, which test names take the place of", async () => {
    const { stripe } = sandbox.anAccount();
    const calls = [
      () => stripe.paymentMethods.create({ type: "card", card }),
      () => stripe.tokens.create({ card: tokenCard }),
      () => stripe.tokens.create({ card: { ...tokenCard, number: "4000000000000002" } }),
    ];
    for (const call of calls) {
      const error = await refused(call());
      expect(error).toMatchObject({
        statusCode: 402,
        rawType: "invalid_request_error",
        message:
          "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.",
      });
      expect([error.code, error.param, error.doc_url]).toEqual([undefined, undefined, undefined]);
    }
    const method = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    expect(method.card?.last4).toBe("4242");
  });

  test("is taken with a publishable key, as Stripe.js sends it", async () => {
    const { browser } = sandbox.anAccount();
    expect((await browser.tokens.create({ card: tokenCard })).card?.last4).toBe("4242");
    expect((await browser.paymentMethods.create({ type: "card", card })).card?.last4).toBe("4242");
  });

  test("is taken with a secret key where the account's settings allow raw card data", async () => {
    const { stripe } = sandbox.anAccount();
    await stripe.rawRequest("POST", "/sandbox/settings", { raw_card_data: "true" });
    expect((await stripe.tokens.create({ card: tokenCard })).card?.last4).toBe("4242");
    expect((await stripe.paymentMethods.create({ type: "card", card })).card?.last4).toBe("4242");
    await stripe.rawRequest("POST", "/sandbox/settings", { raw_card_data: "false" });
    expect((await refused(stripe.tokens.create({ card: tokenCard }))).statusCode).toBe(402);
  });

  test("is refused in live mode in other words", async () => {
    const { account } = sandbox.anAccount();
    const { secretKey } = await sandbox.issueKeys({ account, mode: "live" });
    const error = await refused(sandbox.client(secretKey).paymentMethods.create({ type: "card", card }));
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: "invalid_request_error",
      message:
        "Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see https://dashboard.stripe.com/account/integration/settings. If you are qualified to handle card data directly, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.",
    });
  });
});

test("the same number has the same fingerprint, in one account alone", async () => {
  const { stripe } = sandbox.anAccount();
  const make = (of: Stripe) => of.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
  const [one, two, elsewhere] = [
    await make(stripe),
    await make(stripe),
    await make(sandbox.anAccount().stripe),
  ];
  expect(two.card?.fingerprint).toBe(one.card?.fingerprint);
  expect(elsewhere.card?.fingerprint).not.toBe(one.card?.fingerprint);
});

test("a detached card is no customer's default any more, and cannot be attached again", async () => {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const method = String(customer.invoice_settings.default_payment_method);
  expect((await stripe.paymentMethods.detach(method)).customer).toBeNull();
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect(await refused(stripe.paymentMethods.attach(method, { customer: customer.id }))).toMatchObject({
    statusCode: 400,
  });
  const price = await aPrice(stripe, 900);
  const start = stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  expect(await refused(start)).toMatchObject({ statusCode: 400, code: "resource_missing" });
});

describe("a card whose holder must confirm", () => {
  /** Opens the sandbox's page of the bank, and answers there. */
  async function authenticate(url: string, answer: "complete" | "fail"): Promise<Response> {
    expect(await (await fetch(url)).text()).toContain("Complete authentication");
    return fetch(url, {
      method: "POST",
      body: new URLSearchParams({ authentication: answer }),
      redirect: "manual",
    });
  }

  test.each(["complete", "fail"] as const)("setting it up goes by the bank's page: %s", async (answer) => {
    const { stripe, browser } = sandbox.anAccount();
    const customer = await stripe.customers.create({});
    const params = {
      customer: customer.id,
      usage: "off_session",
      automatic_payment_methods: { enabled: true },
    } as const;
    const intent = await stripe.setupIntents.create(params);
    const secret = { client_secret: String(intent.client_secret) };
    const confirmed = await browser.setupIntents.confirm(intent.id, {
      ...secret,
      payment_method: "pm_card_authenticationRequiredOnSetup",
      return_url: "http://127.0.0.1/back?x=1",
    } as Stripe.SetupIntentConfirmParams);
    expect(confirmed).toMatchObject({ status: "requires_action", next_action: { type: "redirect_to_url" } });
    const done = await authenticate(String(confirmed.next_action?.redirect_to_url?.url), answer);
    const target = new URL(String(done.headers.get("location")));
    const isDone = answer === "complete";
    expect(target.searchParams.get("redirect_status")).toBe(isDone ? "succeeded" : "failed");
    expect(target.searchParams.get("setup_intent")).toBe(intent.id);
    const after = await browser.setupIntents.retrieve(intent.id, secret);
    expect(after.status).toBe(isDone ? "succeeded" : "requires_payment_method");
    expect(after.last_setup_error?.code).toBe(isDone ? undefined : "setup_intent_authentication_failure");
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toHaveLength(isDone ? 1 : 0);
  });

  test("a confirmation with the secret key needs a return_url, where redirects are allowed", async () => {
    const { stripe } = sandbox.anAccount();
    const intent = await stripe.setupIntents.create({});
    const error = await refused(stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_visa" }));
    expect(error.message).toContain("return_url");
  });

  test("a publishable key without the client secret reaches no intent", async () => {
    const { stripe, browser } = sandbox.anAccount();
    const intent = await stripe.setupIntents.create({});
    expect(await refused(browser.setupIntents.retrieve(intent.id))).toMatchObject({ statusCode: 404 });
  });

  test("off session it is refused; left incomplete, the browser finishes the payment", async () => {
    const { stripe, browser } = sandbox.anAccount();
    const customer = await aPayer(stripe, "pm_card_authenticationRequired");
    const price = await aPrice(stripe, 900);
    const start = { customer: customer.id, items: [{ price: price.id }] };
    const off = stripe.subscriptions.create({
      ...start,
      off_session: true,
      payment_behavior: "error_if_incomplete",
    });
    expect(await refused(off)).toMatchObject({
      statusCode: 402,
      code: "authentication_required",
      decline_code: "authentication_required",
    });
    const on = stripe.subscriptions.create({ ...start, payment_behavior: "error_if_incomplete" });
    expect(await refused(on)).toMatchObject({
      statusCode: 402,
      code: "subscription_payment_intent_requires_action",
    });
    const waiting = await stripe.subscriptions.create({
      ...start,
      payment_behavior: "default_incomplete",
      payment_settings: { save_default_payment_method: "on_subscription" },
      expand: ["latest_invoice.confirmation_secret"],
    });
    expect(waiting.status).toBe("incomplete");
    const invoice = waiting.latest_invoice as Stripe.Invoice;
    const secret = String(invoice.confirmation_secret?.client_secret);
    const intent = secret.split("_secret_")[0] ?? "";
    const confirmed = await browser.paymentIntents.confirm(intent, {
      client_secret: secret,
    } as Stripe.PaymentIntentConfirmParams);
    expect(confirmed).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
    await authenticate(String(confirmed.next_action?.use_stripe_sdk?.stripe_js), "complete");
    expect((await browser.paymentIntents.retrieve(intent, { client_secret: secret })).status).toBe(
      "succeeded",
    );
    const active = await stripe.subscriptions.retrieve(waiting.id);
    expect(active).toMatchObject({
      status: "active",
      default_payment_method: customer.invoice_settings.default_payment_method,
    });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: "paid", amount_paid: 900 });
  });
});
