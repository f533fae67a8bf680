import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const CARD = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" };

/** A page that sells a plan at 20.00, of which seats at 5.00 each can be had, and any at 3.00 may be added. */
async function aPage(stripe: Stripe, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const [plan, seats, extra] = [
    await aPrice(stripe, 2000),
    await aPrice(stripe, 500),
    await aPrice(stripe, 300),
  ];
  const bounds = { enabled: true, minimum: 0, maximum: 10 };
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [
      { price: plan.id, quantity: 1 },
      { price: seats.id, quantity: 2, adjustable_quantity: bounds },
    ],
    optional_items: [{ price: extra.id, quantity: 1, adjustable_quantity: bounds }],
    allow_promotion_codes: true,
    customer_email: "ada@example.com",
    success_url: "http://127.0.0.1/done",
    ...more,
  });
}

async function send(session: Stripe.Checkout.Session, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(String(session.url), { method: "POST", body, redirect: "manual" });
  return { status: response.status, html: await response.text() };
}

async function bought(stripe: Stripe, session: Stripe.Checkout.Session) {
  const { subscription, amount_total } = await stripe.checkout.sessions.retrieve(session.id);
  const { items } = await stripe.subscriptions.retrieve(String(subscription));
  return { amount_total, items: items.data.map(({ price, quantity }) => [price.unit_amount, quantity]) };
}

test("quantities are chosen on the page, the amounts follow, and just that is bought", async () => {
  const { stripe } = sandbox.anAccount();
  const session = await aPage(stripe);
  const first = await (await fetch(String(session.url))).text();
  expect(first).toContain("$30.00");
  expect(first).toContain("$5.00 each per month");
  const chosen = { "quantity.1": "4", "quantity.2": "1" };
  const updated = await send(session, { ...chosen, do: "update" });
  expect([updated.status, updated.html.includes("$43.00")]).toEqual([200, true]);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  expect((await send(session, { ...chosen, ...CARD, do: "buy" })).status).toBe(303);
  expect(await bought(stripe, session)).toEqual({
    amount_total: 4300,
    items: [
      [2000, 1],
      [500, 4],
      [300, 1],
    ],
  });
});

test("none of an item leaves it out, and more than there may be is refused", async () => {
  const { stripe } = sandbox.anAccount();
  const session = await aPage(stripe);
  const refusal = await send(session, { "quantity.1": "11", ...CARD, do: "buy" });
  expect([refusal.status, refusal.html.includes("choose between 0 and 10")]).toEqual([400, true]);
  await send(session, { "quantity.1": "0", ...CARD, do: "buy" });
  expect((await bought(stripe, session)).items).toEqual([[2000, 1]]);
});

test("a promotion code takes off what it says, once it is known to be good", async () => {
  const { stripe } = sandbox.anAccount();
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: "once" });
  await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "WELCOME" });
  const session = await aPage(stripe);
  const wrong = await send(session, { promotion_code: "NOPE", do: "update" });
  expect(wrong.html).toContain("The promotion code NOPE is not valid here.");
  const shown = await send(session, { promotion_code: "welcome", do: "update" });
  expect(shown.html).toContain("WELCOME (25% off)");
  expect(shown.html).toContain("−$7.50");
  expect(shown.html).toContain("today, and later $30.00 per month");
  await send(session, { promotion_code: "welcome", ...CARD, do: "buy" });
  expect((await bought(stripe, session)).amount_total).toBe(2250);
  expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
});

test("codes and given discounts exclude each other, as with Stripe", async () => {
  const { stripe } = sandbox.anAccount();
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: "once" });
  const refusal = await refused(aPage(stripe, { discounts: [{ coupon: coupon.id }] }));
  expect(refusal.message).toContain("allow_promotion_codes, discounts");
});
