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

const DAY = 86_400;
const NOW = 1_800_000_000;

/** A customer on a test clock, so that the limit is met to the second. */
async function atNow() {
  const { stripe } = sandbox.anAccount();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: NOW });
  const { id: customer } = await aPayer(stripe, "pm_card_visa", { test_clock: clock.id });
  const price = await aPrice(stripe, 900);
  return { stripe, customer, items: [{ price: price.id }] };
}

describe("a trial", () => {
  const TOO_LONG = {
    statusCode: 400,
    type: "StripeInvalidRequestError",
    message: "The maximum number of trial period days is 730 (2 years).",
  };
  const MUCH_TOO_LONG = {
    statusCode: 400,
    message: "Invalid timestamp: can be no more than five years in the future.",
    param: "trial_end",
  };

  test("lasts 730 days at most when a subscription starts", async () => {
    const { stripe, customer, items } = await atNow();
    const start = (more: Partial<Stripe.SubscriptionCreateParams>) =>
      stripe.subscriptions.create({ customer, items, ...more });
    expect(await refused(start({ trial_end: NOW + 730 * DAY + 1 }))).toMatchObject(TOO_LONG);
    expect(await refused(start({ trial_end: NOW + 3 * 365 * DAY }))).toMatchObject(TOO_LONG);
    expect(await refused(start({ trial_end: NOW + 20 * 365 * DAY }))).toMatchObject(MUCH_TOO_LONG);
    expect(await refused(start({ trial_period_days: 731 }))).toMatchObject(TOO_LONG);
    const trial_end = NOW + 730 * DAY;
    expect(await start({ trial_end })).toMatchObject({ status: "trialing", trial_end });
    expect(await start({ trial_period_days: 730 })).toMatchObject({ status: "trialing", trial_end });
  });

  test("lasts 730 days at most from the moment when it is prolonged, also in a preview", async () => {
    const { stripe, customer, items } = await atNow();
    const { id } = await stripe.subscriptions.create({ customer, items, trial_period_days: 700 });
    const changes = (trial_end: number) => [
      () => stripe.subscriptions.update(id, { trial_end }),
      () => stripe.invoices.createPreview({ subscription: id, subscription_details: { trial_end } }),
      () => stripe.invoices.createPreview({ customer, subscription_details: { items, trial_end } }),
    ];
    for (const call of changes(NOW + 730 * DAY + 1)) expect(await refused(call())).toMatchObject(TOO_LONG);
    for (const call of changes(NOW + 6 * 365 * DAY))
      expect((await refused(call())).message).toBe(MUCH_TOO_LONG.message);
    const [moved] = await Promise.all(changes(NOW + 730 * DAY).map((call) => call()));
    expect(moved).toMatchObject({ trial_end: NOW + 730 * DAY });
  });

  test("lasts 730 days at most in a checkout session", async () => {
    const { stripe } = sandbox.anAccount();
    const price = await aPrice(stripe, 900);
    const open = (subscription_data: Stripe.Checkout.SessionCreateParams.SubscriptionData) =>
      stripe.checkout.sessions.create({
        mode: "subscription",
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: "https://example.com/done",
        subscription_data,
      });
    const now = Math.floor(Date.now() / 1000);
    expect(await refused(open({ trial_end: now + 731 * DAY }))).toMatchObject(TOO_LONG);
    expect(await refused(open({ trial_period_days: 731 }))).toMatchObject(TOO_LONG);
    expect((await open({ trial_end: now + 729 * DAY })).status).toBe("open");
    expect((await open({ trial_period_days: 730 })).status).toBe("open");
  });
});
