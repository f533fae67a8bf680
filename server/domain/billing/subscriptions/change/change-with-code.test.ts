import Stripe from "stripe";
import { expect } from "vitest";
import type { CardProvider } from "../../../../providers/port.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { startSubscription } from "../start/start-subscription.ts";
import { changePlan } from "./change-plan.ts";

/** A subscription at 20.00 that can change to 50.00, and a code of half the price. */
async function aShop(world: World, provider: "PROVIDER_A" | "PROVIDER_B" = "PROVIDER_A") {
  const tenant = await aTenant(world);
  const plan = (slug: string, amount: number) => ({
    slug,
    prices: [{ amount }, { amount: 10 * amount, interval: "YEAR" as const }],
  });
  const { plans } = await aCatalog(tenant.scope, {
    plans: [plan("small", 2000), plan("large", 5000), plan("free", 0)],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const aCode = async (
    coupon: Stripe.CouponCreateParams,
    more: Partial<Stripe.PromotionCodeCreateParams> = {},
  ) => {
    const { id } = await stripe.coupons.create(coupon);
    const code = unique("CODE").replace(/\W/g, "");
    return stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: id }, code, ...more });
  };
  const made = await aCode({ percent_off: 50, duration: "forever" });
  const { code } = made;
  const customer = unique("customer");
  const { status, body } = await tenant.admin.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: plans.small?.prices[0],
    provider,
    ...(provider === "PROVIDER_A" && { cardprovider_test_card_token: "tok_visa" }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const path = `/v1/billing/subscriptions/${body.id}/change-plan`;
  const wanted = { plan_price_id: plans.large?.prices[0] };
  return {
    scope: tenant.scope,
    id: String(body.id),
    large: plans.large?.prices[0] ?? "",
    stripe,
    aCode,
    code,
    free: plans.free?.prices[0],
    yearly: plans.large?.prices[1],
    promotion: made.id,
    remote: body.provider_subscription_id,
    preview: (more: object) => tenant.admin.post(`${path}/preview`, { ...wanted, ...more }),
    change: (more: object) => tenant.admin.post(path, { ...wanted, ...more }),
  };
}

it("a promotion code lowers what a change charges, just as its preview says", { tags: ["long"] }, async ({
  world,
}) => {
  const shop = await aShop(world);
  const { stripe, code } = shop;
  const full = await shop.preview({});
  const half = await shop.preview({ promotion_code: code });
  expect(half.status, JSON.stringify(half.body)).toBe(201);
  expect(half.body.amount_due).toBeLessThan(full.body.amount_due);
  // A period that begins is charged in full, less its discount; what is prorated is less it already.
  const yearly = await shop.preview({ promotion_code: code, plan_price_id: shop.yearly });
  expect([full.body.discount, half.body.discount, yearly.body.discount]).toEqual([0, 0, 25_000]);
  const quote = { quote_id: half.body.id };
  const other = await shop.change(quote);
  expect([other.status, other.body.code]).toEqual([409, "K6010"]);
  const done = await shop.change({ ...quote, promotion_code: code });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const [invoice] = (await stripe.invoices.list({ subscription: shop.remote })).data;
  expect([invoice?.status, invoice?.amount_paid]).toEqual(["paid", half.body.amount_due]);
  const { discounts } = await stripe.subscriptions.retrieve(shop.remote, { expand: ["discounts"] });
  expect(discounts).toMatchObject([{ promotion_code: shop.promotion }]);
});

it("a code that nobody has, and a change that waits, are refused, and so is a change by transfer", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const byTransfer = await aShop(world, "PROVIDER_B");
  for (const ask of ["preview", "change"] as const) {
    const codes = async (of: typeof shop, more: object) => {
      const { status, body } = await of[ask](more);
      return [status, body.code];
    };
    expect(await codes(shop, { promotion_code: "NOBODY" })).toEqual([422, "K6019"]);
    const later = { promotion_code: shop.code, effective: "period_end" };
    expect(await codes(shop, later)).toEqual([422, "K6055"]);
    expect(await codes(byTransfer, { promotion_code: byTransfer.code })).toEqual([422, "K6018"]);
  }
  expect((await shop.stripe.invoices.list({ subscription: shop.remote })).data).toHaveLength(1);
});

it("a change that the bank wants confirmed is refused with a code, and leaves the plan", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const { customer } = await shop.stripe.subscriptions.retrieve(shop.remote);
  const card = await shop.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: String(customer),
  });
  await shop.stripe.subscriptions.update(shop.remote, { default_payment_method: card.id });
  const refused = await shop.change({ promotion_code: shop.code });
  expect([refused.status, refused.body.code]).toEqual([409, "K6056"]);
  const { items, discounts } = await shop.stripe.subscriptions.retrieve(shop.remote);
  expect([items.data.map(({ price }) => price.unit_amount), discounts]).toEqual([[2000], []]);
});

it("a code of a fixed amount lowers the prorated change as its preview says, and is used up by it", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const { id, code } = await shop.aCode({ amount_off: 1000, currency: "usd", duration: "once" });
  const full = await shop.preview({});
  const lower = await shop.preview({ promotion_code: code });
  expect(lower.status, JSON.stringify(lower.body)).toBe(201);
  // All of the period is left: the whole amount is taken off.
  expect([full.body.amount_due, lower.body.amount_due]).toEqual([3000, 2000]);
  // It applies once: the period after the change is charged in full.
  expect([full.body.next.amount, lower.body.next.amount]).toEqual([5000, 5000]);
  const done = await shop.change({ promotion_code: code, quote_id: lower.body.id });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const [invoice] = (await shop.stripe.invoices.list({ subscription: shop.remote })).data;
  expect([invoice?.status, invoice?.amount_paid]).toEqual(["paid", 2000]);
  expect((await shop.stripe.promotionCodes.retrieve(id)).times_redeemed).toBe(1);
});

it("a code that takes nothing off the change, nor off the period after it, is refused and not used up", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const { id, code } = await shop.aCode({ percent_off: 50, duration: "once" });
  const wanted = { plan_price_id: shop.free, promotion_code: code };
  for (const ask of [shop.preview, shop.change]) {
    const { status, body } = await ask(wanted);
    expect([status, body.code, body.details]).toMatchObject([
      422,
      "K6019",
      { code, reason: "TAKES_NOTHING" },
    ]);
  }
  expect((await shop.stripe.promotionCodes.retrieve(id)).times_redeemed).toBe(0);
});

it("a code that cannot be redeemed is refused with the reason, in previews and changes", async ({
  world,
}) => {
  const shop = await aShop(world);
  const half = { percent_off: 50, duration: "forever" } as const;
  const stranger = await shop.stripe.customers.create();
  const switchedOff = async () => {
    const { id, code } = await shop.aCode(half);
    await shop.stripe.promotionCodes.update(id, { active: false });
    return code;
  };
  const codes = {
    UNKNOWN: "NOBODY",
    OTHER_CUSTOMER: (await shop.aCode(half, { customer: stranger.id })).code,
    SWITCHED_OFF: await switchedOff(),
    OTHER_CURRENCY: (await shop.aCode({ amount_off: 100, currency: "eur" })).code,
  };
  for (const [reason, code] of Object.entries(codes))
    for (const ask of [shop.preview, shop.change]) {
      const { status, body } = await ask({ promotion_code: code });
      expect([status, body.code, body.details]).toMatchObject([422, "K6019", { code, reason }]);
    }
});

it("a code whose last use another customer takes meanwhile is used up, for a change as for a start", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const { scope, stripe } = shop;
  const provider = await cardProviderOf(scope);
  const half = { percent_off: 50, duration: "forever" } as const;
  /** Another customer redeems the code after it was read here. */
  const overtaken = async (by: (taken: () => Promise<unknown>) => Partial<CardProvider>) => {
    const { id: promotion_code, code } = await shop.aCode(half, { max_redemptions: 1 });
    const taken = async () => {
      const { customer, items } = await stripe.subscriptions.retrieve(shop.remote);
      await stripe.subscriptions.create({
        customer: String(customer),
        discounts: [{ promotion_code }],
        items: [{ price: String(items.data[0]?.price.id) }],
      });
    };
    return { code, caller: { ...scope, openCardProvider: () => ({ ...provider, ...by(taken) }) } };
  };
  const usedUp = (code: string) => ({
    code: "K6019",
    details: { code, reason: "USED_UP", provider: { message: expect.any(String) } },
  });
  const change = await overtaken((taken) => ({
    changeSubscription: async (input) => {
      await taken();
      return provider.changeSubscription(input);
    },
  }));
  const wanted = {
    id: shop.id,
    plan_price_id: shop.large,
    effective: "now",
    promotion_code: change.code,
  } as const;
  await expect(changePlan(change.caller, wanted)).rejects.toMatchObject(usedUp(change.code));
  const start = await overtaken((taken) => ({
    startSubscription: async (input) => {
      await taken();
      return provider.startSubscription(input);
    },
  }));
  const customer = unique("customer");
  const sale = {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: shop.large,
    cardprovider_test_card_token: "tok_visa",
    promotion_code: start.code,
  };
  await expect(startSubscription(start.caller, sale)).rejects.toMatchObject(usedUp(start.code));
});

it("a preview says what the next period costs, less the discounts that run", { tags: ["long"] }, async ({
  world,
}) => {
  const shop = await aShop(world);
  await shop.stripe.subscriptions.update(shop.remote, { discounts: [{ promotion_code: shop.promotion }] });
  const next = async (more: object) => (await shop.preview(more)).body.next.amount;
  expect(await next({})).toBe(2500);
  expect(await next({ effective: "period_end" })).toBe(2500);
  expect(await next({ plan_price_id: shop.yearly })).toBe(25_000);
  const { code } = await shop.aCode({ amount_off: 500, currency: "usd", duration: "forever" });
  expect(await next({ promotion_code: code })).toBe(2000);
});
