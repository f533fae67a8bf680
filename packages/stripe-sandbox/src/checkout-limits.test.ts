import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
let stripe: Stripe;
let price: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
  price = (await aPrice(stripe, 1000)).id;
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

type Params = Stripe.Checkout.SessionCreateParams;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const now = () => Math.floor(Date.now() / 1000);

/** A session for one of the price, with these parameters instead of or beside its own. */
function session(more: Partial<Params> = {}): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    success_url: "https://example.com/done",
    line_items: [{ price, quantity: 1 }],
    ...more,
  });
}

describe("a checkout session", () => {
  test("wants the quantity of what it sells", async () => {
    expect(await refused(session({ line_items: [{ price }] }))).toMatchObject({
      statusCode: 400,
      param: "line_items[0]",
      message: "Quantity is required. Add `quantity` to `line_items[0]`",
    });
  });

  test("begins a trial that ends in 48 hours at the earliest, whose end is said in one way", async () => {
    const trial_end = now() + 48 * HOUR + MINUTE;
    expect((await session({ subscription_data: { trial_end } })).status).toBe("open");
    const early = { trial_end: now() + 48 * HOUR - MINUTE };
    expect(await refused(session({ subscription_data: early }))).toMatchObject({
      statusCode: 400,
      param: "subscription_data[trial_end]",
      message: "The `trial_end` date has to be at least 2 days in the future.",
    });
    const both = { trial_end, trial_period_days: 3 };
    expect(await refused(session({ subscription_data: both }))).toMatchObject({ statusCode: 400 });
  });

  test("is open for 30 minutes to 24 hours", async () => {
    const expires_at = now() + HOUR;
    expect((await session({ expires_at })).expires_at).toBe(expires_at);
    for (const wrong of [now() + 29 * MINUTE, now() + 24 * HOUR + MINUTE])
      expect(await refused(session({ expires_at: wrong }))).toMatchObject({
        statusCode: 400,
        param: "expires_at",
      });
  });

  test("has a reference of 200 and a description of 500 characters", async () => {
    const client_reference_id = "r".repeat(200);
    const description = "d".repeat(500);
    const made = await session({ client_reference_id, subscription_data: { description } });
    expect(made.client_reference_id).toBe(client_reference_id);
    expect(await refused(session({ client_reference_id: `${client_reference_id}r` }))).toMatchObject({
      statusCode: 400,
      param: "client_reference_id",
    });
    expect(await refused(session({ subscription_data: { description: `${description}d` } }))).toMatchObject({
      statusCode: 400,
      param: "subscription_data[description]",
    });
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "ftp://example.com/done", "/done"])(
    "does not send its customer to %s",
    async (url) => {
      for (const param of ["success_url", "cancel_url"])
        expect(await refused(session({ [param]: url }))).toMatchObject({
          statusCode: 400,
          code: "url_invalid",
          param,
          message: "Not a valid URL",
        });
    },
  );

  test("takes one discount", async () => {
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10 });
    expect((await session({ discounts: [{ coupon }] })).status).toBe("open");
    const two = session({ discounts: [{ coupon }, { coupon }] });
    expect(await refused(two)).toMatchObject({ statusCode: 400, param: "discounts" });
  });

  test("takes what belongs to its mode alone", async () => {
    const setup = { mode: "setup", currency: "usd", line_items: undefined } as const;
    expect((await session(setup)).mode).toBe("setup");
    expect(await refused(session({ ...setup, payment_method_collection: "if_required" }))).toMatchObject({
      statusCode: 400,
      param: "payment_method_collection",
    });
    const setup_intent_data = { description: "of a setup" };
    expect((await session({ ...setup, setup_intent_data })).mode).toBe("setup");
    expect(await refused(session({ setup_intent_data }))).toMatchObject({
      statusCode: 400,
      param: "setup_intent_data",
    });
  });

  test("sells a price that is named, or one that is described, not both", async () => {
    const { product } = await stripe.prices.retrieve(price);
    const price_data = {
      currency: "usd",
      product: String(product),
      recurring: { interval: "month" },
      unit_amount: 700,
    } as const;
    expect((await session({ line_items: [{ price_data, quantity: 1 }] })).status).toBe("open");
    const both = session({ line_items: [{ price, price_data, quantity: 1 }] });
    expect(await refused(both)).toMatchObject({ statusCode: 400 });
    const negative = session({
      line_items: [{ price_data: { ...price_data, unit_amount: -1 }, quantity: 1 }],
    });
    expect(await refused(negative)).toMatchObject({
      statusCode: 400,
      param: "line_items[0][price_data][unit_amount]",
    });
  });
});

describe("a portal session", () => {
  test("returns to an address of the web", async () => {
    const { id: customer } = await stripe.customers.create();
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true } },
    });
    const error = await refused(
      stripe.billingPortal.sessions.create({ customer, configuration, return_url: "javascript:alert(1)" }),
    );
    expect(error).toMatchObject({ statusCode: 400, code: "url_invalid", param: "return_url" });
  });
});
