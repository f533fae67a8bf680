// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const DAY = 86_400;
const APRIL = Date.parse("2027-04-01T00:00:00Z") / 1000;
const MAY = Date.parse("2027-05-01T00:00:00Z") / 1000;
const JUNE = Date.parse("2027-06-01T00:00:00Z") / 1000;
const NEXT_MAY = Date.parse("2028-05-01T00:00:00Z") / 1000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A subscription of 20 a month since April, which a schedule moves to another price in May. */
async function movingInMay(next: { amount: number; interval: "month" | "year" }) {
  const { stripe } = sandbox.anAccount();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: APRIL });
  const customer = await aPayer(stripe, "pm_card_visa", { test_clock: clock.id });
  const price = await aPrice(stripe, 2000);
  const product = String(price.product);
  const wanted = await stripe.prices.create({
    product,
    currency: price.currency,
    unit_amount: next.amount,
    recurring: { interval: next.interval },
  });
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  await advance(stripe, clock.id, APRIL + 3 * DAY);
  const { id: schedule } = await stripe.subscriptionSchedules.create({ from_subscription: id });
  await stripe.subscriptionSchedules.update(schedule, {
    end_behavior: "release",
    phases: [
      { items: [{ price: price.id, quantity: 1 }], start_date: APRIL, end_date: MAY },
      {
        items: [{ price: wanted.id, quantity: 1 }],
        proration_behavior: "none",
        duration: { interval: next.interval, interval_count: 1 },
      },
    ],
  });
  const invoiced = async () => {
    const { data } = await stripe.invoices.list({ subscription: id });
    return data.map(({ total }) => total).reverse();
  };
  const read = () => stripe.subscriptions.retrieve(id);
  return { stripe, clock: clock.id, id, schedule, price, wanted, invoiced, read };
}

describe("a schedule", () => {
  test("moves to another price when its phase begins; the old one is not billed again", async () => {
    const { stripe, clock, schedule, wanted, invoiced, read } = await movingInMay({
      amount: 500,
      interval: "month",
    });
    expect((await read()).schedule).toBe(schedule);
    await advance(stripe, clock, MAY + DAY);
    const moved = (await read()).items.data[0];
    expect([moved?.price.id, moved?.current_period_start, moved?.current_period_end]).toEqual([
      wanted.id,
      MAY,
      JUNE,
    ]);
    expect(await invoiced()).toEqual([2000, 500]);
    await advance(stripe, clock, JUNE + DAY);
    expect(await invoiced()).toEqual([2000, 500, 500]);
    const over = await stripe.subscriptionSchedules.retrieve(schedule);
    expect([over.status, (await read()).schedule]).toEqual(["released", null]);
  });

  test("begins another interval where its phase begins", { tags: ["long"] }, async () => {
    const { stripe, clock, invoiced, read } = await movingInMay({ amount: 20_000, interval: "year" });
    await advance(stripe, clock, MAY + DAY);
    const { items, billing_cycle_anchor: anchor } = await read();
    expect([anchor, items.data[0]?.current_period_end]).toEqual([MAY, NEXT_MAY]);
    expect(await invoiced()).toEqual([2000, 20_000]);
  });

  test("lets the subscription go as it is, and then no more", async () => {
    const { stripe, clock, id, schedule, price, invoiced, read } = await movingInMay({
      amount: 500,
      interval: "month",
    });
    const ending = stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect((await refused(ending)).message).toContain("managed by the subscription schedule");
    await stripe.subscriptionSchedules.release(schedule);
    expect((await refused(stripe.subscriptionSchedules.release(schedule))).message).toContain("released");
    await advance(stripe, clock, MAY + DAY);
    const { items, schedule: none } = await read();
    expect([none, items.data[0]?.price.id]).toEqual([null, price.id]);
    expect(await invoiced()).toEqual([2000, 2000]);
  });

  test("has a phase of one interval of its price where neither an end nor a duration is sent", async () => {
    const { stripe, schedule, price, wanted } = await movingInMay({ amount: 5000, interval: "year" });
    const { phases } = await stripe.subscriptionSchedules.update(schedule, {
      phases: [
        { items: [{ price: price.id }], start_date: APRIL, end_date: MAY },
        { items: [{ price: wanted.id }] },
      ],
    });
    expect([phases[1]?.start_date, phases[1]?.end_date]).toEqual([MAY, Date.UTC(2028, 4, 1) / 1000]);
  });

  test("is one for a subscription, and ends with it", async () => {
    const { stripe, id, schedule } = await movingInMay({ amount: 500, interval: "month" });
    const second = stripe.subscriptionSchedules.create({ from_subscription: id });
    expect((await refused(second)).param).toBe("from_subscription");
    await stripe.subscriptions.cancel(id);
    expect((await stripe.subscriptionSchedules.retrieve(schedule)).status).toBe("canceled");
  });
});
