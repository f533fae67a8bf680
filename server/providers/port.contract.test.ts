// What every card provider must do, tested with the sandbox; with STRIPE_SECRET_KEY=sk_test_… in the environment, against
// Stripe itself.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../testing/a-contract.ts";
import { name } from "./stripe/contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

describe("an account", () => {
  test("distinguishes test keys from live ones, also restricted ones", () => {
    const modes = ["sk_test_1", "rk_test_1", "sk_live_1", "rk_live_1"].map((key) => at.open(key).isTestMode);
    expect(modes).toEqual([true, true, false, false]);
    expect(at.provider.publishableKey).toBe("pk_test_1");
  });

  test("with a wrong key answers K7009, and the message names no key", async () => {
    const refused = at.open("sk_test_not-a-key").readSubscription("sub_1");
    await expect(refused).rejects.toMatchObject({
      code: "K7009",
      message: expect.not.stringContaining("sk_"),
    });
  });

  test("that cannot be reached answers K7005 and when to try again", { tags: ["long"] }, async () => {
    const nowhere = at.open("sk_test_1", { host: "127.0.0.1", port: 1, protocol: "http" });
    await expect(nowhere.readSubscription("sub_1")).rejects.toMatchObject({ code: "K7005", retryAfter: 5 });
  });
});

describe("customers", () => {
  test("are deleted with their cards; running subscriptions end; deleting again is harmless", async () => {
    const { customerId, started } = await at.aSubscription(1_000n);
    await at.provider.deleteCustomer(customerId);
    await at.provider.deleteCustomer(customerId);
    expect(await at.provider.readCustomer(customerId)).toBeNull();
    expect(await at.provider.readSubscription(started.id)).toMatchObject({ status: "CANCELED" });
  });

  test("are created once for one key, and take a changed address and name", async () => {
    const input = {
      idempotencyKey: name("key"),
      tenantId: "ten_1",
      customerId: "cus_1",
      externalId: "x".repeat(600),
      email: "a@example.com",
      name: "A",
    };
    const [first, second] = await Promise.all([
      at.provider.createCustomer(input),
      at.provider.createCustomer(input),
    ]);
    expect(second).toEqual(first);
    await at.provider.updateCustomer(first.id, { email: null, name: "B" });
    expect(await at.stripe.customers.retrieve(first.id)).toMatchObject({
      email: null,
      name: "B",
      metadata: { usher_tenant: "ten_1", usher_customer: "cus_1", usher_external_id: "x".repeat(500) },
    });
  });
});

describe("products and prices", () => {
  test("are found by their key, also by concurrent calls", { tags: ["long"] }, async () => {
    const key = name("plan");
    const products = await Promise.all(
      Array.from({ length: 4 }, () => at.provider.ensureProduct({ key, name: "Plan" })),
    );
    expect(new Set(products.map(({ id }) => id)).size).toBe(1);
    const price = {
      key: name("price"),
      productId: at.productId,
      amount: 1200n,
      currency: "EUR",
      interval: "YEAR",
    } as const;
    const prices = await Promise.all(Array.from({ length: 4 }, () => at.provider.ensurePrice(price)));
    expect(new Set(prices.map(({ id }) => id)).size).toBe(1);
    const { unit_amount, currency, recurring } = await at.stripe.prices.retrieve(prices[0]?.id ?? "");
    expect({ unit_amount, currency, interval: recurring?.interval }).toEqual({
      unit_amount: 1200,
      currency: "eur",
      interval: "year",
    });
  });

  test("are found under another name", async () => {
    const key = name("plan");
    const product = await at.provider.ensureProduct({ key, name: "Plan" });
    expect(await at.provider.ensureProduct({ key, name: "Renamed" })).toEqual(product);
  });
});

describe("cards", () => {
  test("a setup intent has a secret for the browser, and takes cards alone", async () => {
    const customerId = await at.aCustomer();
    const { clientSecret } = await at.provider.createSetupIntent({ customerId, idempotencyKey: name("key") });
    expect(clientSecret).toMatch(/^seti_\w+_secret_\w+$/);
    const [id = ""] = clientSecret.split("_secret_");
    expect(await at.stripe.setupIntents.retrieve(id)).toMatchObject({
      allowed_payment_method_types: ["card"],
      usage: "off_session",
    });
  });

  test("a test card is attached, is the default, and has the same fingerprint for every customer", async () => {
    const customerId = await at.aCustomer();
    const input = { customerId, token: "tok_visa", idempotencyKey: name("key") };
    const card = await at.provider.attachTestCard(input);
    expect(await at.provider.attachTestCard(input)).toEqual(card);
    const other = await at.provider.attachTestCard({
      ...input,
      customerId: await at.aCustomer(),
      idempotencyKey: name("key"),
    });
    expect(other.paymentMethodId).not.toBe(card.paymentMethodId);
    expect(other.fingerprint).toBe(card.fingerprint);
    expect(await at.stripe.customers.retrieve(customerId)).toMatchObject({
      invoice_settings: { default_payment_method: card.paymentMethodId },
    });
  });

  test("a live key refuses test cards before anything is sent", async () => {
    const live = at.open("sk_live_1", { host: "127.0.0.1", port: 1, protocol: "http" });
    const refused = live.attachTestCard({ customerId: "cus_1", token: "tok_visa", idempotencyKey: "key" });
    await expect(refused).rejects.toMatchObject({ code: "K7003" });
  });

  test.each([
    ["tok_chargeDeclined", "card_declined", "generic_decline"],
    ["tok_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds"],
    ["tok_chargeDeclinedExpiredCard", "expired_card", null],
    ["tok_chargeDeclinedIncorrectCvc", "incorrect_cvc", null],
    ["tok_chargeDeclinedProcessingError", "processing_error", null],
  ])("%s is declined with %s, %s", async (token, code, declineCode) => {
    const customerId = await at.aCustomer();
    const declined = at.provider.attachTestCard({ customerId, token, idempotencyKey: name("key") });
    await expect(declined).rejects.toMatchObject({
      code: "K7001",
      status: 402,
      message: expect.stringMatching(/^The card was declined: .+[^.]\. Ask for another card\.$/),
      // Stripe documents no decline code for the last three, whatever it sends.
      details: { code, ...(declineCode && { decline_code: declineCode }) },
    });
  });

  test("an unknown token is K7004", async () => {
    const input = { customerId: await at.aCustomer(), token: "tok_nobody", idempotencyKey: name("key") };
    await expect(at.provider.attachTestCard(input)).rejects.toMatchObject({ code: "K7004" });
  });

  test("a payment method is attached, again and again, but never to a second customer", async () => {
    const customerId = await at.aCustomer();
    const made = await at.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    const card = await at.provider.attachPaymentMethod({ customerId, paymentMethodId: made.id });
    expect(card).toEqual({ paymentMethodId: made.id, fingerprint: expect.any(String) });
    expect(await at.provider.attachPaymentMethod({ customerId, paymentMethodId: made.id })).toEqual(card);
    const foreign = at.provider.attachPaymentMethod({
      customerId: await at.aCustomer(),
      paymentMethodId: made.id,
    });
    await expect(foreign).rejects.toMatchObject({ code: "K7004" });
    const unknown = at.provider.attachPaymentMethod({ customerId, paymentMethodId: "pm_nobody" });
    await expect(unknown).rejects.toMatchObject({ code: "K7004" });
  });
});

test("a checkout has a page of the provider's, one for one key", async () => {
  const input = {
    idempotencyKey: name("key"),
    tenantId: "ten_1",
    subscriptionId: "sub_1",
    checkoutId: "chk_1",
    customerId: await at.aCustomer(),
    items: [{ priceId: await at.aPrice(1000n), quantity: 1, adjustable: null }],
    trialDays: 14,
    needsCard: false,
    trialEndsWithoutCard: "pause" as const,
    note: null,
    successUrl: "https://shop.example/done",
    cancelUrl: "https://shop.example/back",
  };
  const session = await at.provider.createCheckoutSession(input);
  expect(await at.provider.createCheckoutSession(input)).toEqual(session);
  const page = await fetch(session.url);
  expect({ status: page.status, type: page.headers.get("content-type") }).toMatchObject({
    status: 200,
    type: expect.stringContaining("text/html"),
  });
  expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "open",
    metadata: { usher_tenant: "ten_1", usher_subscription: "sub_1", usher_checkout: "chk_1" },
  });
});
