import Stripe from "stripe";
import { expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";

async function aShop(world: World) {
  const tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, { plans: [{ slug: "pro", prices: [{ amount: 2000 }] }] });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const customer = unique("customer");
  const sale = {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.pro?.prices[0] ?? "",
  };
  return { ...tenant, stripe, sale };
}

async function aBankAccount(stripe: Stripe): Promise<string> {
  const { id } = await stripe.paymentMethods.create({
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: "individual",
      account_number: "000123456789",
      routing_number: "110000000",
    },
    billing_details: { name: "Jenny Rosen" },
  });
  return id;
}

it("a bank debit is refused by name before anything is charged, at a start and as the card of later", async ({
  world,
}) => {
  const shop = await aShop(world);
  const bank = { cardprovider_payment_method_id: await aBankAccount(shop.stripe) };
  const refused = await shop.server.post(HEADLESS, { ...shop.sale, ...bank });
  expect([refused.status, refused.body.code]).toEqual([422, "K7022"]);
  expect(refused.body.message).toContain("of the type us_bank_account");
  expect((await shop.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  expect((await shop.stripe.invoices.list()).data).toEqual([]);
  const started = await shop.server.post(HEADLESS, {
    ...shop.sale,
    cardprovider_test_card_token: "tok_visa",
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const { customer } = shop.sale;
  const replaced = await shop.server.post("/v1/billing/payment-methods", { customer, ...bank });
  expect([replaced.status, replaced.body.code]).toEqual([422, "K7022"]);
});

it("a promotion code lowers what a start without a browser charges, and an unknown one is refused", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const coupon = await shop.stripe.coupons.create({ percent_off: 50, duration: "forever" });
  const code = unique("HALF").replace(/\W/g, "");
  await shop.stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code });
  const sale = { ...shop.sale, cardprovider_test_card_token: "tok_visa" };
  const unknown = await shop.server.post(HEADLESS, { ...sale, promotion_code: "NOBODY" });
  expect([unknown.status, unknown.body.code]).toEqual([422, "K6019"]);
  const { status, body } = await shop.server.post(HEADLESS, { ...sale, promotion_code: code });
  expect(status, JSON.stringify(body)).toBe(201);
  const { data } = await shop.stripe.invoices.list({ subscription: body.provider_subscription_id });
  expect(data.map(({ total, status }) => [total, status])).toEqual([[1000, "paid"]]);
});
