// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;
const MID_APRIL = Date.parse("2027-04-16T00:00:00Z") / 1000;
const MAY = Date.parse("2027-05-01T00:00:00Z") / 1000;
const JUNE = Date.parse("2027-06-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A subscription of 20 a month since April with a schedule, and a price of 50 a month. */
async function scheduled({ hasCoupon = false, metadata = {} } = {}) {
  const { stripe } = sandbox.anAccount();
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: APRIL });
  const { id: customer } = await aPayer(stripe, "pm_card_visa", { test_clock: clock });
  const { id: basic, product } = await aPrice(stripe, 2000);
  const { id: plus } = await aPrice(stripe, 5000, { product: String(product) });
  const { id: half } = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const begun = await stripe.subscriptions.create({
    customer,
    items: [{ price: basic }],
    metadata,
    ...(hasCoupon && { discounts: [{ coupon: half }] }),
  });
  const { id: schedule, phases } = await stripe.subscriptionSchedules.create({
    from_subscription: begun.id,
  });
  const update = (params: Stripe.SubscriptionScheduleUpdateParams) =>
    stripe.subscriptionSchedules.update(schedule, params);
  const now = { items: [{ price: basic }], start_date: APRIL, end_date: MAY };
  const month = { interval: "month", interval_count: 1 } as const;
  const next = { items: [{ price: plus }], proration_behavior: "none" as const, duration: month };
  const read = () => stripe.subscriptions.retrieve(begun.id, { expand: ["discounts"] });
  const coupons = async () =>
    (await read()).discounts.map((one) => (typeof one === "string" ? one : one.source.coupon));
  const totals = async () =>
    (await stripe.invoices.list({ subscription: begun.id })).data.map(({ total }) => total).reverse();
  const to = (moment: number) => advance(stripe, clock, moment);
  const retrieve = () => stripe.subscriptionSchedules.retrieve(schedule);
  const facts = { stripe, clock, customer, basic, plus, half, id: begun.id, schedule, phases };
  return { ...facts, update, now, next, month, read, coupons, totals, to, retrieve };
}

describe("discounts of a phase", () => {
  test("are those of the subscription when its schedule is made", async () => {
    const { phases, coupons, half } = await scheduled({ hasCoupon: true });
    expect(phases[0]?.discounts).toMatchObject([{ coupon: null, promotion_code: null }]);
    expect(await coupons()).toEqual([half]);
  });

  test("are the customer's when none are named: the subscription loses its own at once", async () => {
    const { update, now, next, coupons, totals, to } = await scheduled({ hasCoupon: true });
    await update({ phases: [now, next] });
    expect(await coupons()).toEqual([]);
    await to(MAY + DAY);
    expect(await totals()).toEqual([1000, 5000]);
  });

  test("are the customer's in a coming phase that names none", async () => {
    const { phases, update, now, next, coupons, totals, to } = await scheduled({ hasCoupon: true });
    const kept = [{ discount: String(phases[0]?.discounts[0]?.discount) }];
    await update({ phases: [{ ...now, discounts: kept }, next] });
    expect(await coupons()).toHaveLength(1);
    await to(MAY + DAY);
    expect(await coupons()).toEqual([]);
    expect(await totals()).toEqual([1000, 5000]);
  });

  test("that are named again go on", async () => {
    const { phases, update, now, next, totals, to } = await scheduled({ hasCoupon: true });
    const discounts = [{ discount: String(phases[0]?.discounts[0]?.discount) }];
    const changed = await update({ phases: [now, next].map((phase) => ({ ...phase, discounts })) });
    expect(changed.phases.map((phase) => phase.discounts[0]?.discount)).toEqual([
      discounts[0]?.discount,
      discounts[0]?.discount,
    ]);
    await to(MAY + DAY);
    expect(await totals()).toEqual([1000, 2500]);
  });

  test("begin with the phase when a coupon is named, which is then redeemed", async () => {
    const { stripe, half, update, now, next, coupons, totals, to } = await scheduled();
    await update({ phases: [now, { ...next, discounts: [{ coupon: half }] }] });
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 0 });
    await to(MAY + DAY);
    expect(await coupons()).toEqual([half]);
    expect(await totals()).toEqual([2000, 2500]);
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 1 });
  });

  test("of the running phase are redeemed once, however often it is updated", async () => {
    const { stripe, half, update, now, next, coupons } = await scheduled();
    const phases = [{ ...now, discounts: [{ coupon: half }] }, next];
    await update({ phases });
    await update({ phases });
    expect(await coupons()).toEqual([half]);
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 1 });
  });

  test("of its items go on when they are named again, before the subscription's, and are lost otherwise", {
    tags: ["long"],
  }, async () => {
    const { stripe, customer, basic, plus, half, now, next, to } = await scheduled();
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price: basic, discounts: [{ coupon: half }] }],
      discounts: [{ coupon: half }],
    });
    const [invoice] = (await stripe.invoices.list({ subscription: begun.id })).data;
    expect(invoice).toMatchObject({ subtotal: 2000, total: 500 });
    expect(invoice?.total_discount_amounts?.map(({ amount }) => amount)).toEqual([1000, 500]);
    const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: begun.id });
    expect(phases[0]?.items[0]?.discounts).toMatchObject([{ discount: begun.items.data[0]?.discounts[0] }]);
    const discounts = [{ discount: String(begun.items.data[0]?.discounts[0]) }];
    const items = [{ price: plus, discounts }];
    await stripe.subscriptionSchedules.update(id, { phases: [now, { ...next, items }] });
    const changed = await stripe.subscriptions.retrieve(begun.id);
    expect(changed.items.data[0]?.discounts).toEqual([]);
    await to(MAY + DAY);
    const [renewal] = (await stripe.invoices.list({ subscription: begun.id })).data;
    expect(renewal?.total).toBe(2500);
  });

  test("that are not there are refused", async () => {
    const { update, now } = await scheduled();
    const named = async (discounts: Stripe.SubscriptionScheduleUpdateParams.Phase.Discount[]) =>
      (await refused(update({ phases: [{ ...now, discounts }] }))).param;
    expect(await named([{ coupon: "none" }])).toBe("phases[0][discounts][0][coupon]");
    expect(await named([{ discount: "di_none" }])).toBe("phases[0][discounts][0][discount]");
  });
});

test("a phase that names neither payment method, tax rates nor automatic tax takes them from the subscription", {
  tags: ["long"],
}, async () => {
  const { stripe, customer, basic, now, next, update, read, id } = await scheduled();
  const { id: rate } = await stripe.taxRates.create({
    display_name: "VAT",
    percentage: 20,
    inclusive: false,
  });
  const card = await stripe.paymentMethods.attach("pm_card_mastercard", { customer });
  const terms = { default_payment_method: card.id, default_tax_rates: [rate] };
  await update({ phases: [{ ...now, ...terms }, next] });
  expect(await read()).toMatchObject({ default_payment_method: card.id, default_tax_rates: [{ id: rate }] });
  await update({ phases: [now, next] });
  expect(await read()).toMatchObject({ id, default_payment_method: null, default_tax_rates: [] });
  await stripe.rawRequest("POST", "/sandbox/settings", { tax_behavior: "exclusive" });
  const taxed = update({ phases: [{ ...now, automatic_tax: { enabled: true } }] });
  expect((await refused(taxed)).code).toBe("customer_tax_location_invalid");
  await stripe.customers.update(customer, { address: { country: "DE" } });
  await update({ phases: [{ ...now, automatic_tax: { enabled: true } }] });
  expect((await read()).automatic_tax.enabled).toBe(true);
  await update({ phases: [{ ...now, items: [{ price: basic }] }] });
  expect((await read()).automatic_tax.enabled).toBe(false);
});

test("a coming phase charges the payment method that it names, whatever the subscription got since; a detached one is not charged", {
  tags: ["long"],
}, async () => {
  const { stripe, customer, update, now, next, read, to, id } = await scheduled();
  const [first, second] = await Promise.all(
    ["pm_card_visa", "pm_card_mastercard"].map((card) => stripe.paymentMethods.attach(card, { customer })),
  );
  const default_payment_method = first?.id ?? "";
  await update({ phases: [now, next].map((phase) => ({ ...phase, default_payment_method })) });
  await stripe.subscriptions.update(id, { default_payment_method: second?.id ?? "" });
  expect(await read()).toMatchObject({ default_payment_method: second?.id });
  await stripe.paymentMethods.detach(default_payment_method);
  await to(MAY + DAY);
  expect(await read()).toMatchObject({ default_payment_method, status: "past_due" });
});

describe("a phase that begins in mid-period", () => {
  const inMid = async (proration_behavior: Stripe.SubscriptionScheduleUpdateParams.ProrationBehavior) => {
    const world = await scheduled();
    const { update, now, next, to } = world;
    await update({
      phases: [
        { ...now, end_date: MID_APRIL },
        { ...next, proration_behavior },
      ],
    });
    await to(MID_APRIL);
    return world;
  };

  test("prorates on the next invoice", async () => {
    const { plus, read, retrieve, totals, to } = await inMid("create_prorations");
    const [item] = (await read()).items.data;
    expect([item?.price.id, item?.current_period_start, item?.current_period_end]).toEqual([
      plus,
      APRIL,
      MAY,
    ]);
    expect((await retrieve()).current_phase?.start_date).toBe(MID_APRIL);
    expect(await totals()).toEqual([2000]);
    await to(MAY + DAY);
    expect(await totals()).toEqual([2000, 5000 + 2500 - 1000]);
  });

  test("prorates at once, or not at all", async () => {
    const atOnce = await inMid("always_invoice");
    expect(await atOnce.totals()).toEqual([2000, 1500]);
    const never = await inMid("none");
    await never.to(MAY + DAY);
    expect(await never.totals()).toEqual([2000, 5000]);
  });

  test("begins a new period where it is to be the anchor", async () => {
    const { update, now, next, read, totals, to } = await scheduled();
    const anchored = { ...next, billing_cycle_anchor: "phase_start" } as const;
    await update({ phases: [{ ...now, end_date: MID_APRIL }, anchored] });
    await to(MID_APRIL);
    const { billing_cycle_anchor, items } = await read();
    expect([billing_cycle_anchor, items.data[0]?.current_period_start]).toEqual([MID_APRIL, MID_APRIL]);
    expect(await totals()).toEqual([2000, 5000]);
  });

  test("begins at once where the running one ends now", async () => {
    const { plus, update, now, next, read, retrieve, to } = await scheduled();
    await to(MID_APRIL);
    await update({ phases: [{ ...now, end_date: "now" }, next] });
    expect((await read()).items.data[0]?.price.id).toBe(plus);
    expect((await retrieve()).current_phase?.start_date).toBe(MID_APRIL);
  });
});

test("an update of the running phase changes the subscription at once, with proration as the request wants it", async () => {
  const { plus, update, now, read, totals, to } = await scheduled();
  await to(MID_APRIL);
  const running = { ...now, items: [{ price: plus, quantity: 2 }], metadata: { tier: "plus" } };
  await update({ phases: [running], proration_behavior: "always_invoice" });
  const { items, metadata } = await read();
  expect([items.data[0]?.price.id, items.data[0]?.quantity, metadata]).toEqual([plus, 2, { tier: "plus" }]);
  expect(await totals()).toEqual([2000, 4000]);
});

describe("the end of a schedule", () => {
  test("releases the subscription, in mid-period, too", async () => {
    const { update, now, read, retrieve, schedule, id, to } = await scheduled();
    await update({ phases: [{ ...now, end_date: MID_APRIL }] });
    expect((await read()).schedule).toBe(schedule);
    await to(MID_APRIL);
    expect(await retrieve()).toMatchObject({
      status: "released",
      released_at: MID_APRIL,
      released_subscription: id,
      subscription: null,
      current_phase: null,
    });
    expect(await read()).toMatchObject({ status: "active", schedule: null, cancel_at: null });
  });

  test("cancels the subscription where it is to, and is completed then", { tags: ["long"] }, async () => {
    const { stripe, update, now, next, read, retrieve, totals, to } = await scheduled();
    await update({ end_behavior: "cancel", phases: [now, next] });
    expect((await read()).cancel_at).toBeNull();
    await to(MAY + DAY);
    expect((await read()).cancel_at).toBe(JUNE);
    await to(JUNE);
    expect(await read()).toMatchObject({ status: "canceled", ended_at: JUNE });
    expect(await retrieve()).toMatchObject({ status: "completed", completed_at: JUNE, canceled_at: null });
    expect(await totals()).toEqual([2000, 5000]);
    const { data } = await stripe.events.list({ type: "subscription_schedule.completed" });
    expect(data).toHaveLength(1);
  });

  test("is taken back with the schedule, unless it is to be kept", async () => {
    const gone = await scheduled();
    await gone.update({ end_behavior: "cancel" });
    expect((await gone.read()).cancel_at).toBe(MAY);
    await gone.stripe.subscriptionSchedules.release(gone.schedule);
    expect((await gone.read()).cancel_at).toBeNull();
    const kept = await scheduled();
    await kept.update({ end_behavior: "cancel" });
    await kept.stripe.subscriptionSchedules.release(kept.schedule, { preserve_cancel_date: true });
    expect((await kept.read()).cancel_at).toBe(MAY);
  });

  test("by hand cancels the subscription, prorated and invoiced", async () => {
    const { stripe, schedule, read, retrieve, totals, to } = await scheduled();
    await to(MID_APRIL);
    expect(await stripe.subscriptionSchedules.cancel(schedule)).toMatchObject({
      status: "canceled",
      canceled_at: MID_APRIL,
      current_phase: null,
    });
    expect((await read()).status).toBe("canceled");
    expect(await totals()).toEqual([2000, -1000]);
    expect((await retrieve()).status).toBe("canceled");
  });

  test("is final", async () => {
    const { stripe, schedule, update } = await scheduled();
    await stripe.subscriptionSchedules.release(schedule);
    const ended = "a subscription schedule that is currently in the `released` status. It must be in";
    const calls = [
      ["update", () => update({ metadata: { a: "b" } })],
      ["release", () => stripe.subscriptionSchedules.release(schedule)],
      ["cancel", () => stripe.subscriptionSchedules.cancel(schedule)],
    ] as const;
    for (const [wanted, call] of calls)
      expect((await refused(call())).message).toContain(`You cannot ${wanted} ${ended}`);
  });
});

describe("a schedule refuses", () => {
  test("phases without a start, with another start, with a gap, and more than ten", async () => {
    const { update, now, next } = await scheduled();
    const { start_date: _, ...unanchored } = now;
    const refusal = async (...phases: Stripe.SubscriptionScheduleUpdateParams.Phase[]) =>
      (await refused(update({ phases }))).message;
    expect(await refusal(unanchored, next)).toBe(
      "The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.",
    );
    expect(await refusal({ ...now, start_date: APRIL + DAY }, next)).toBe(
      "You can not modify the start date of the current phase.",
    );
    expect(await refusal(now, { ...next, start_date: MAY + DAY })).toContain("must start when");
    expect(await refusal({ ...now, duration: { interval: "month" } })).toContain("only specify one of");
    const many = Array.from({ length: 10 }, () => next);
    expect(await refusal(now, ...many)).toContain("10 phases");
  });

  test("a price in another currency than the subscription's", async () => {
    const { stripe, update, now, next } = await scheduled();
    const { id: price } = await aPrice(stripe, 3000, { currency: "eur" });
    expect(await refused(update({ phases: [now, { ...next, items: [{ price }] }] }))).toMatchObject({
      param: "phases[1][items][0][price]",
    });
  });

  test("a subscription that has ended, and anything beside the subscription that it is made from", async () => {
    const { stripe, customer, basic } = await scheduled();
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: basic }] });
    const both = stripe.subscriptionSchedules.create({ from_subscription: id, metadata: { a: "b" } });
    expect(await refused(both)).toMatchObject({
      message: "You cannot set `metadata` if `from_subscription` is set.",
      param: "metadata",
    });
    await stripe.subscriptions.cancel(id);
    expect((await refused(stripe.subscriptionSchedules.create({ from_subscription: id }))).message).toBe(
      "You cannot migrate a subscription that is currently in the `canceled` status.",
    );
  });
});

test("a schedule has metadata of its own, and a phase gives its metadata to the subscription when it begins", {
  tags: ["long"],
}, async () => {
  const { update, now, next, read, to } = await scheduled({ metadata: { plan: "basic", seat: "1" } });
  expect((await update({ metadata: { by: "sales" } })).metadata).toEqual({ by: "sales" });
  expect((await update({ metadata: { by: "" } })).metadata).toEqual({});
  await update({ phases: [now, { ...next, metadata: { plan: "plus", seat: "" } }] });
  expect((await read()).metadata).toEqual({ plan: "basic", seat: "1" });
  await to(MAY + DAY);
  expect((await read()).metadata).toEqual({ plan: "plus" });
});
