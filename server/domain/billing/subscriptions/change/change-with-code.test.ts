import Stripe from "stripe";
import { expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";

/** A subscription at 20.00 that can change to 50.00, and a code of half the price. */
async function aShop(world: World, provider: "PROVIDER_A" | "PROVIDER_B" = "PROVIDER_A") {
  const tenant = await aTenant(world);
  const plan = (slug: string, amount: number) => ({
    slug,
    prices: [{ amount }, { amount: 10 * amount, interval: "YEAR" as const }],
  });
  const { plans } = await aCatalog(tenant.scope, { plans: [plan("small", 2000), plan("large", 5000)] });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const code = unique("HALF").replace(/\W/g, "");
  const made = await stripe.promotionCodes.create({
    ...{ promotion: { type: "coupon", coupon: coupon.id }, code },
  });
  const customer = unique("customer");
  const { status, body } = await tenant.admin.post("/v1/billing/subscriptions", {
    ...{ customer, email: `${customer}@example.com`, plan_price_id: plans.small?.prices[0], provider },
    ...(provider === "PROVIDER_A" && { cardprovider_test_card_token: "tok_visa" }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const path = `/v1/billing/subscriptions/${body.id}/change-plan`;
  const wanted = { plan_price_id: plans.large?.prices[0] };
  return {
    ...{
      stripe,
      code,
      yearly: plans.large?.prices[1],
      promotion: made.id,
      remote: body.provider_subscription_id,
    },
    preview: (more: object) => tenant.admin.post(`${path}/preview`, { ...wanted, ...more }),
    change: (more: object) => tenant.admin.post(path, { ...wanted, ...more }),
  };
}

it("a promotion code lowers what a change charges, just as its preview says", async ({ world }) => {
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

it("a code that nobody has, and a change that waits, are refused, and so is a change by transfer", async ({
  world,
}) => {
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

it("a change that the bank wants confirmed is refused with a code, and leaves the plan", async ({
  world,
}) => {
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
