// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

type Discount = { coupon?: string; promotion_code?: string };

let sandbox: Sandbox;
let stripe: Stripe;
let customer: string;
let price: string;
let running: Stripe.Subscription;
beforeAll(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.anAccount().stripe;
  customer = (await aPayer(stripe)).id;
  price = (await aPrice(stripe, 1000)).id;
  running = await subscribe();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

function subscribe(more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({ customer, items: [{ price }], ...more });
}

function session(discount: Discount, more: Partial<Stripe.Checkout.SessionCreateParams> = { customer }) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    success_url: "https://example.com/done",
    line_items: [{ price, quantity: 1 }],
    discounts: [discount],
    ...more,
  });
}

/** Where a discount can be redeemed; each way answers a refusal. */
async function everywhere(discount: Discount) {
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: (await subscribe()).id });
  const [phase] = schedule.phases;
  const start_date = phase?.start_date ?? 0;
  const planned = { phases: [{ start_date, items: [{ price }], discounts: [discount] }] };
  return [
    await refused(subscribe({ discounts: [discount] })),
    await refused(stripe.subscriptions.update(running.id, { discounts: [discount] })),
    await refused(session(discount)),
    await refused(stripe.subscriptionSchedules.update(schedule.id, planned)),
  ];
}

async function aCode(
  coupon: Stripe.CouponCreateParams,
  more: Partial<Stripe.PromotionCodeCreateParams> = {},
) {
  const { id } = await stripe.coupons.create(coupon);
  return stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, ...more });
}

describe("a promotion code of one customer", () => {
  test("is redeemed by no other, wherever it is redeemed", async () => {
    const other = await aPayer(stripe);
    const { id } = await aCode({ percent_off: 50 }, { customer: other.id });
    for (const error of await everywhere({ promotion_code: id }))
      expect(error).toMatchObject({
        statusCode: 400,
        param: expect.stringMatching(/discounts\]?\[0\]\[promotion_code\]$/),
      });
    expect(await refused(session({ promotion_code: id }, {}))).toMatchObject({ statusCode: 400 });
    expect((await stripe.promotionCodes.retrieve(id)).times_redeemed).toBe(0);
    const own = await subscribe({ customer: other.id, discounts: [{ promotion_code: id }] });
    expect(own.discounts).toHaveLength(1);
  });
});

describe("an amount that a coupon takes off", () => {
  test("is redeemed in its own currency alone, wherever it is redeemed", async () => {
    const { id: coupon } = await stripe.coupons.create({ amount_off: 500, currency: "eur" });
    const { id: promotion_code } = await aCode({ amount_off: 500, currency: "eur" });
    for (const named of [{ coupon }, { promotion_code }])
      for (const error of await everywhere(named))
        expect(error).toMatchObject({
          statusCode: 400,
          param: expect.stringMatching(/discounts\]?\[0\]\[(?:coupon|promotion_code)\]$/),
          message: expect.stringContaining("`eur`"),
        });
    expect((await stripe.coupons.retrieve(coupon)).times_redeemed).toBe(0);
    const { id: dollars } = await stripe.coupons.create({ amount_off: 500, currency: "usd" });
    const begun = await subscribe({ discounts: [{ coupon: dollars }], expand: ["latest_invoice"] });
    expect(begun.latest_invoice).toMatchObject({ subtotal: 1000, total: 500 });
  });
});

describe("a discount", () => {
  test("is named in one way, wherever it is redeemed", async () => {
    const { id: promotion_code, promotion } = await aCode({ percent_off: 10 });
    for (const error of await everywhere({ coupon: String(promotion.coupon), promotion_code }))
      expect(error).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining("You may only specify one of these parameters: "),
      });
    const { discounts } = await subscribe({ discounts: [{ promotion_code }] });
    const both = { discount: String(discounts[0]), promotion_code };
    expect(await refused(stripe.subscriptions.update(running.id, { discounts: [both] }))).toMatchObject({
      statusCode: 400,
      param: "discounts[0][discount]",
    });
  });
});

describe("the preview of a change", () => {
  test("takes discounts as the change does, and redeems nothing", async () => {
    const begun = await subscribe({
      discounts: [{ promotion_code: (await aCode({ percent_off: 10, duration: "forever" })).id }],
    });
    const { id: promotion_code } = await aCode({ percent_off: 50, duration: "forever" });
    const dearer = await aPrice(stripe, 5000);
    const items = [{ id: String(begun.items.data[0]?.id), price: dearer.id }];
    const discounts = [{ discount: String(begun.discounts[0]) }, { promotion_code }];
    const proration = { proration_behavior: "always_invoice", proration_date: begun.created } as const;
    const ask = (more: Partial<Stripe.InvoiceCreatePreviewParams>) =>
      stripe.invoices.createPreview({
        subscription: begun.id,
        subscription_details: { items, ...proration },
        ...more,
      });
    const preview = await ask({ discounts });
    expect(preview.total_discount_amounts).toHaveLength(2);
    expect(preview.total).toBeLessThan((await ask({})).total);
    // What is prorated is less its percentages already: none is left to take off.
    expect((await ask({ discounts: "" })).total_discount_amounts).toEqual([]);
    expect((await stripe.promotionCodes.retrieve(promotion_code)).times_redeemed).toBe(0);
    const strange = ask({ discounts: [{ discount: "di_none" }] });
    expect(await refused(strange)).toMatchObject({ statusCode: 400, code: "resource_missing" });
    const changed = await stripe.subscriptions.update(begun.id, {
      items,
      discounts,
      ...proration,
      expand: ["latest_invoice"],
    });
    expect(changed.latest_invoice).toMatchObject({ total: preview.total });
    expect((await stripe.promotionCodes.retrieve(promotion_code)).times_redeemed).toBe(1);
  });
});

describe("a prorated change", () => {
  test("reflects the price after an amount that a code takes off, in the same part, and uses the code up", async () => {
    const begun = await subscribe();
    const { id: promotion_code } = await aCode({ amount_off: 600, currency: "usd", duration: "once" });
    const [dearer, seats] = [await aPrice(stripe, 4000), await aPrice(stripe, 500)];
    const [item] = begun.items.data;
    const half = ((item?.current_period_start ?? 0) + (item?.current_period_end ?? 0)) / 2;
    const change = {
      items: [
        { id: String(item?.id), price: dearer.id },
        { price: seats.id, quantity: 4 },
      ],
      discounts: [{ promotion_code }],
      ...({ proration_behavior: "always_invoice", proration_date: half } as const),
    };
    const { items, discounts, ...how } = change;
    const preview = await stripe.invoices.createPreview({
      subscription: begun.id,
      discounts,
      subscription_details: { items, ...how },
    });
    // Half of 40.00 less 4.00 and of 20.00 less 2.00, less the half of 10.00 that is given back.
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-500, 1800, 900]);
    const changed = await stripe.subscriptions.update(begun.id, { ...change, expand: ["latest_invoice"] });
    expect(changed.latest_invoice).toMatchObject({ total: 2200 });
    const [used] = changed.discounts;
    // The next period is charged in full: the code applied once.
    const next = await stripe.invoices.createPreview({ subscription: begun.id });
    expect([typeof used, next.total]).toEqual(["string", 6000]);
  });
});
