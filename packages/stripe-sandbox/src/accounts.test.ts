// @module-tag ci
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** One account's two modes. */
async function bothModes() {
  const { account, stripe: test } = sandbox.anAccount();
  const keys = await sandbox.issueKeys({ account, mode: "live" });
  return { account, test, keys, live: sandbox.client(keys.secretKey) };
}

describe("an account", () => {
  test("is the same by its id, by none and in both modes, and has no connected accounts", async () => {
    const { account, test: stripe, live } = await bothModes();
    expect((await stripe.accounts.retrieveCurrent()).id).toBe(account);
    expect((await stripe.accounts.retrieve(account)).id).toBe(account);
    expect((await live.accounts.retrieveCurrent()).id).toBe(account);
    expect((await stripe.accounts.list()).data).toEqual([]);
  });

  test("of another key is refused, by its id and as the account to act for", async () => {
    const { stripe } = sandbox.anAccount();
    const other = sandbox.anAccount();
    const byId = await refused(stripe.accounts.retrieve(other.account));
    const acting = await refused(stripe.customers.list({}, { stripeAccount: other.account }));
    for (const error of [byId, acting]) {
      expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError);
      expect([error.statusCode, error.code]).toEqual([403, "account_invalid"]);
    }
  });

  test("has taxes and charges as its Dashboard says, and the currencies of its country", async () => {
    const { stripe } = sandbox.anAccount();
    expect(await stripe.tax.settings.retrieve()).toMatchObject({ status: "active", head_office: {} });
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ charges_enabled: true });
    const off = { tax_active: "false", charges_enabled: "false" };
    await stripe.rawRequest("POST", "/sandbox/settings", off);
    expect(await stripe.tax.settings.retrieve()).toMatchObject({
      status: "pending",
      head_office: null,
      status_details: { pending: { missing_fields: ["head_office"] } },
    });
    expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
      charges_enabled: false,
      details_submitted: false,
      requirements: { currently_due: ["business_profile.url"] },
    });
    const spec = await stripe.countrySpecs.retrieve("US");
    expect(spec.supported_payment_currencies).toEqual(expect.arrayContaining(["usd", "eur", "jpy"]));
    expect((await refused(stripe.countrySpecs.retrieve("DE"))).code).toBe("sandbox_unsupported");
  });

  test("sees nothing of another account", async () => {
    const { stripe } = sandbox.anAccount();
    const { stripe: other } = sandbox.anAccount();
    const customer = await stripe.customers.create({ email: "a@example.com" });
    const error = await refused(other.customers.retrieve(customer.id));
    expect([error.statusCode, error.message]).toEqual([404, `No such customer: '${customer.id}'`]);
    expect((await other.customers.list()).data).toEqual([]);
    expect((await other.events.list()).data).toEqual([]);
  });
});

describe("a key", () => {
  test("that is restricted does what its permissions say, and writing implies reading", async () => {
    const { account, stripe } = sandbox.anAccount();
    const permissions = ["rak_customer_write", "rak_plan_read"];
    const { secretKey } = await sandbox.issueKeys({ account, permissions });
    expect(secretKey).toMatch(/^rk_test_/);
    const restricted = sandbox.client(secretKey);
    const { id } = await restricted.customers.create({ name: "Ada" });
    expect(await restricted.customers.retrieve(id)).toMatchObject({ name: "Ada" });
    expect((await restricted.prices.list()).data).toEqual([]);
    for (const call of [
      () => restricted.products.create({ name: "Plan" }),
      // The permission is asked first: that there is no such price is not said.
      () => restricted.prices.update("price_nobody", { active: false }),
    ]) {
      const error = await refused(call());
      expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError);
      expect([error.statusCode, error.rawType, error.code]).toEqual([
        ...[403, "invalid_request_error", "more_permissions_required"],
      ]);
    }
    const { message } = await refused(restricted.accounts.retrieveCurrent());
    expect(message).toBe(
      `The provided key 'rk_test_${"*".repeat(28)}${secretKey.slice(-4)}' does not have the required permissions for this endpoint on account '${account}'. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.`,
    );
    expect((await stripe.products.list()).data).toEqual([]);
  });
});

describe("live mode", () => {
  test("has objects of its own, marked as live with their events, and says when test mode has the object", async () => {
    const { test: stripe, live, keys } = await bothModes();
    expect(keys.secretKey).toMatch(/^sk_live_/);
    const product = await live.products.create({ name: "Plan" });
    expect(product.livemode).toBe(true);
    const price = await live.prices.create({ product: product.id, currency: "usd", unit_amount: 500 });
    expect((await live.prices.retrieve(price.id)).livemode).toBe(true);
    const events = (await live.events.list({ type: "price.created" })).data;
    expect(events.map(({ livemode, data }) => [livemode, data.object])).toEqual([
      [true, expect.objectContaining({ id: price.id, livemode: true })],
    ]);
    expect((await stripe.products.list()).data).toEqual([]);
    const customer = await stripe.customers.create();
    expect(customer.livemode).toBe(false);
    const wrongWay = await refused(live.customers.retrieve(customer.id));
    expect(wrongWay.message).toBe(
      `No such customer: '${customer.id}'; a similar object exists in test mode, but a live mode key was used to make this request.`,
    );
    const otherWay = await refused(stripe.products.retrieve(product.id));
    expect(otherWay.message).toContain("a similar object exists in live mode, but a test mode key was used");
  });

  test("takes no test card and no test payment method, and has no test clocks", async () => {
    const { keys, live } = await bothModes();
    const customer = await live.customers.create();
    const named = await refused(live.paymentMethods.attach("pm_card_visa", { customer: customer.id }));
    expect(named.message).toContain("No such PaymentMethod: 'pm_card_visa'");
    const card = { number: "4242424242424242", exp_month: 12, exp_year: 2034, cvc: "123" };
    const browser = sandbox.client(keys.publishableKey);
    const typed = await refused(browser.paymentMethods.create({ type: "card", card }));
    expect([typed.code, typed.decline_code]).toEqual(["card_declined", "live_mode_test_card"]);
    const clock = await refused(live.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 }));
    expect(clock.statusCode).toBe(404);
  });
});
