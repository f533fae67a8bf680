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

const TIERS: Stripe.PriceCreateParams.Tier[] = [
  { up_to: 10, unit_amount: 500 },
  { up_to: "inf", unit_amount: 400, flat_amount: 1000 },
];

function aTieredPrice(stripe: Stripe, more: Partial<Stripe.PriceCreateParams> = {}) {
  return stripe.prices.create({
    currency: "usd",
    product_data: { name: "Seats" },
    recurring: { interval: "month" },
    billing_scheme: "tiered",
    tiers_mode: "graduated",
    tiers: TIERS,
    ...more,
  });
}

function aMeter(stripe: Stripe, event_name: string) {
  return stripe.billing.meters.create({
    event_name,
    display_name: "Calls",
    default_aggregation: { formula: "sum" },
  });
}

describe("a price with tiers", () => {
  test("is made and read; its tiers come only when they are expanded", async () => {
    const { stripe } = sandbox.anAccount();
    const made = await aTieredPrice(stripe);
    expect(made).toMatchObject({ billing_scheme: "tiered", tiers_mode: "graduated", unit_amount: null });
    expect(made.unit_amount_decimal).toBeNull();
    expect(made).not.toHaveProperty("tiers");
    const whole = await stripe.prices.retrieve(made.id, { expand: ["tiers"] });
    expect(
      whole.tiers?.map(({ up_to, unit_amount, flat_amount }) => [up_to, unit_amount, flat_amount]),
    ).toEqual([
      [10, 500, null],
      [null, 400, 1000],
    ]);
    expect(whole.tiers?.[1]?.flat_amount_decimal?.toString()).toBe("1000");
    const plan = await stripe.plans.retrieve(made.id, { expand: ["tiers"] });
    expect(plan).toMatchObject({
      object: "plan",
      billing_scheme: "tiered",
      amount: null,
      tiers_mode: "graduated",
    });
    expect(plan.tiers).toHaveLength(2);
  });

  test.each<[string, Partial<Stripe.PriceCreateParams>, string]>([
    ["without tiers", { tiers: [] }, "tiers"],
    ["whose last tier ends", { tiers: [{ up_to: 10, unit_amount: 1 }] }, "tiers[0]"],
    [
      "whose tiers do not ascend",
      {
        tiers: [
          { up_to: 9, unit_amount: 1 },
          { up_to: 9, unit_amount: 1 },
          { up_to: "inf", unit_amount: 1 },
        ],
      },
      "tiers[1]",
    ],
    ["with a tier without an amount", { tiers: [{ up_to: "inf" }] }, "tiers[0]"],
    ["with a unit amount besides", { unit_amount: 5 }, "unit_amount"],
    ["that says nothing of being tiered", { billing_scheme: "per_unit" }, "tiers"],
  ])("%s is refused", async (_, params, param) => {
    const { stripe } = sandbox.anAccount();
    expect((await refused(aTieredPrice(stripe, params))).param).toBe(param);
  });

  test("is not billed, and a subscription to it says so", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe);
    const { id: price } = await aTieredPrice(stripe);
    const error = await refused(stripe.subscriptions.create({ customer, items: [{ price }] }));
    expect(error.message).toBe("The sandbox does not have the billing of prices with tiers.");
  });

  test("per unit has to say its amount", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: product } = await stripe.products.create({ name: "Plan" });
    const error = await refused(stripe.prices.create({ currency: "usd", product }));
    expect([error.code, error.param]).toEqual(["parameter_missing", "unit_amount"]);
  });
});

describe("a meter", () => {
  test("is made with its keys, read, renamed, switched off and on, and listed by status", async () => {
    const { stripe } = sandbox.anAccount();
    const made = await aMeter(stripe, "calls");
    expect(made).toMatchObject({
      status: "active",
      event_name: "calls",
      display_name: "Calls",
      event_time_window: null,
      customer_mapping: { event_payload_key: "stripe_customer_id", type: "by_id" },
      value_settings: { event_payload_key: "value" },
    });
    const { meters } = stripe.billing;
    expect(await meters.retrieve(made.id)).toEqual(made);
    expect((await meters.update(made.id, { display_name: "Requests" })).display_name).toBe("Requests");
    expect((await refused(aMeter(stripe, "calls"))).code).toBe("resource_already_exists");
    const off = await meters.deactivate(made.id);
    expect(off.status).toBe("inactive");
    expect(off.status_transitions.deactivated_at).not.toBeNull();
    expect((await refused(meters.deactivate(made.id))).statusCode).toBe(400);
    expect((await meters.list({ status: "active" })).data).toEqual([]);
    expect((await meters.list({ status: "inactive" })).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await meters.reactivate(made.id)).toMatchObject({
      status: "active",
      status_transitions: { deactivated_at: null },
    });
    for (const what of ["created", "updated", "deactivated", "reactivated"])
      expect((await stripe.events.list({ type: `billing.meter.${what}` })).data).toHaveLength(1);
  });

  test("stands behind a metered price, which is kept and not billed", async () => {
    const { stripe } = sandbox.anAccount();
    const meter = await aMeter(stripe, "calls");
    const recurring = { interval: "month" as const, usage_type: "metered" as const, meter: meter.id };
    const price = await aPrice(stripe, 5, { recurring });
    expect(price.recurring).toMatchObject({ usage_type: "metered", meter: meter.id });
    const found = await stripe.prices.list({ recurring: { meter: meter.id, usage_type: "metered" } });
    expect(found.data.map(({ id }) => id)).toEqual([price.id]);
    expect((await stripe.plans.list()).data).toMatchObject([
      { id: price.id, meter: meter.id, usage_type: "metered" },
    ]);
    const { id: customer } = await aPayer(stripe);
    const error = await refused(stripe.subscriptions.create({ customer, items: [{ price: price.id }] }));
    expect(error.message).toBe("The sandbox does not have the billing of prices with meters.");
  });

  test("is needed by a metered price, of no use to a licensed one, and must be active", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: meter } = await aMeter(stripe, "calls");
    const interval = "month" as const;
    const of = async (more: Partial<Stripe.PriceCreateParams.Recurring>) =>
      (await refused(aPrice(stripe, 5, { recurring: { interval, ...more } }))).param;
    expect(await of({ usage_type: "metered" })).toBe("recurring[meter]");
    expect(await of({ meter })).toBe("recurring[meter]");
    expect(await of({ usage_type: "metered", meter: "mtr_none" })).toBe("recurring[meter]");
    await stripe.billing.meters.deactivate(meter);
    expect(await of({ usage_type: "metered", meter })).toBe("recurring[meter]");
  });
});

describe("plans", () => {
  test("are the recurring prices, listed by product and state and read by their ids", async () => {
    const { stripe } = sandbox.anAccount();
    const monthly = await aPrice(stripe, 2000);
    const yearly = await aPrice(stripe, 20000, { recurring: { interval: "year" } });
    const once = await stripe.prices.create({
      currency: "usd",
      unit_amount: 5,
      product: String(monthly.product),
    });
    await stripe.prices.update(yearly.id, { active: false });
    const ids = async (params: Stripe.PlanListParams) =>
      (await stripe.plans.list(params)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([yearly.id, monthly.id]);
    expect(await ids({ active: true })).toEqual([monthly.id]);
    expect(await ids({ product: String(yearly.product) })).toEqual([yearly.id]);
    expect(await ids({ limit: 1, starting_after: yearly.id })).toEqual([monthly.id]);
    expect(await stripe.plans.retrieve(monthly.id)).toMatchObject({
      object: "plan",
      amount: 2000,
      interval: "month",
      usage_type: "licensed",
      product: monthly.product,
    });
    expect((await refused(stripe.plans.retrieve(once.id))).statusCode).toBe(404);
  });
});
