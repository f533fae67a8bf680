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

/** A customer with a running subscription, and a schedule of it. */
async function aSchedule(stripe: Stripe, more: Stripe.CustomerCreateParams = {}) {
  const { id: customer } = await aPayer(stripe, "pm_card_visa", more);
  const price = await aPrice(stripe, 2000);
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  return { customer, schedule: schedule.id };
}

async function idsOf(stripe: Stripe, params: Stripe.SubscriptionScheduleListParams) {
  return (await stripe.subscriptionSchedules.list(params)).data.map(({ id }) => id);
}

describe("schedules", () => {
  test("are listed newest first, by customer, by state and by the moment they were released", async () => {
    const { stripe } = sandbox.anAccount();
    const first = await aSchedule(stripe);
    const second = await aSchedule(stripe);
    const released = await stripe.subscriptionSchedules.release(first.schedule);
    const at = released.released_at ?? 0;
    expect(await idsOf(stripe, {})).toEqual([second.schedule, first.schedule]);
    expect(await idsOf(stripe, { limit: 1, starting_after: second.schedule })).toEqual([first.schedule]);
    expect(await idsOf(stripe, { customer: second.customer })).toEqual([second.schedule]);
    expect(await idsOf(stripe, { scheduled: true })).toEqual([]);
    expect(await idsOf(stripe, { scheduled: false })).toHaveLength(2);
    expect(await idsOf(stripe, { released_at: { gte: at } })).toEqual([first.schedule]);
    expect(await idsOf(stripe, { released_at: { lt: at } })).toEqual([]);
    expect(await idsOf(stripe, { canceled_at: { gte: 0 } })).toEqual([]);
    expect(await idsOf(stripe, { completed_at: { gte: 0 } })).toEqual([]);
    expect(await idsOf(stripe, { created: { gt: at + 60 } })).toEqual([]);
  });

  test("of customers on a test clock are listed only by their customer", async () => {
    const { stripe } = sandbox.anAccount();
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
    const { customer, schedule } = await aSchedule(stripe, { test_clock: clock.id });
    expect(await idsOf(stripe, {})).toEqual([]);
    expect(await idsOf(stripe, { customer })).toEqual([schedule]);
  });

  test("the list takes no parameter that it does not have", async () => {
    const { stripe } = sandbox.anAccount();
    const params: object = { status: "active" };
    expect((await refused(stripe.subscriptionSchedules.list(params))).code).toBe("parameter_unknown");
  });
});

describe("metadata of a schedule", () => {
  test("is merged by an update that leaves its phases", async () => {
    const { stripe } = sandbox.anAccount();
    const { schedule: id } = await aSchedule(stripe);
    const before = await stripe.subscriptionSchedules.update(id, { metadata: { a: "1", b: "2" } });
    const after = await stripe.subscriptionSchedules.update(id, { metadata: { b: "", c: "3" } });
    expect(after.metadata).toEqual({ a: "1", c: "3" });
    expect(after.phases).toEqual(before.phases);
    const events = (await stripe.events.list({ type: "subscription_schedule.updated" })).data;
    expect(events.map(({ data }) => data.previous_attributes)).toEqual([
      { metadata: { b: "2" } },
      { metadata: {} },
    ]);
  });

  test("cannot be set while a schedule is made of a subscription", async () => {
    const { stripe } = sandbox.anAccount();
    const params = { from_subscription: "sub_any", metadata: { a: "1" } };
    expect((await refused(stripe.subscriptionSchedules.create(params))).param).toBe("metadata");
  });
});
