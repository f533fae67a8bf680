import Stripe from "stripe";
import { expect } from "vitest";
import { compareTenant } from "../../../../doctor/providers.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";

// Stripe computes taxes of a price that says whether it contains them, or in an account that has a default:
// https://docs.stripe.com/tax/products-prices-tax-categories-tax-behavior. The sandbox's accounts have none.

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";

async function aShop(world: World) {
  const tenant = await aTenant(world);
  const events = { limit: 10, overage: "BILL" as const };
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 5 }];
  const plan = (slug: string, amount: number) => ({
    slug,
    entitlements: { events: { ...events, prices } },
    prices: [{ amount }],
  });
  const features = { events: { type: "METERED" as const } };
  const { plans } = await aCatalog(tenant.scope, {
    features,
    plans: [plan("large", 9000), plan("small", 3000)],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const priceOf = (slug: "large" | "small") => plans[slug]?.prices[0] ?? "";
  /** A customer with an address, who enters a card and buys. */
  async function buy() {
    const customer = unique("customer");
    const person = { customer, email: `${customer}@example.com` };
    const asked = await tenant.server.post("/v1/billing/cardprovider/setup-intent", person);
    const [id = ""] = asked.body.client_secret.split("_secret_");
    const intent = await stripe.setupIntents.confirm(id, { payment_method: "pm_card_visa" });
    await stripe.customers.update(String(intent.customer), { address: { country: "DE" } });
    const card = { cardprovider_payment_method_id: String(intent.payment_method) };
    const reply = await tenant.server.post(HEADLESS, {
      ...person,
      plan_price_id: priceOf("small"),
      ...card,
    });
    return { customer, ...reply };
  }
  return {
    tenant,
    stripe,
    buy,
    priceOf,
    set: async (settings: object) => {
      const { status, body } = await tenant.admin.send("PATCH", "/v1/settings", settings);
      expect(status, JSON.stringify(body)).toBe(200);
    },
    behaviorsOf: async ({ provider_subscription_id: id }: { provider_subscription_id: string }) => {
      const { items } = await stripe.subscriptions.retrieve(id);
      return items.data.map(({ price }) => [price.unit_amount, price.tax_behavior]);
    },
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenant.id)),
      ...(await compareTenant(tenant.scope)).wrong,
    ],
  };
}

it("a sale with taxes is refused in Stripe's words where nobody says whether prices contain them", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  await shop.set({ automatic_tax: true });
  const { status, body } = await shop.buy();
  expect([status, body.code]).toEqual([422, "K7020"]);
  expect(body.message).toContain("does not have a `tax_behavior` set");
  await shop.stripe.rawRequest("POST", "/sandbox/settings", { tax_behavior: "inferred_by_currency" });
  const sold = await shop.buy();
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  expect(await shop.behaviorsOf(sold.body)).toEqual([[3000, "unspecified"]]);
});

it("prices say what the setting says; running subscriptions keep theirs through changes, usage and a schedule", {
  tags: ["long"],
}, async ({ world }) => {
  const shop = await aShop(world);
  const first = await shop.buy();
  await shop.set({ automatic_tax: true, tax_behavior: "EXCLUSIVE" });
  const second = await shop.buy();
  await shop.set({ tax_behavior: "INCLUSIVE" });
  const third = await shop.buy();
  for (const { status, body } of [first, second, third]) expect(status, JSON.stringify(body)).toBe(201);
  const large = { plan_price_id: shop.priceOf("large") };
  for (const [sold, behavior] of [
    [first, "unspecified"],
    [second, "exclusive"],
    [third, "inclusive"],
  ] as const) {
    expect(await shop.behaviorsOf(sold.body)).toEqual([[3000, behavior]]);
    const path = `/v1/billing/subscriptions/${sold.body.id}/change-plan`;
    const quote = await shop.tenant.admin.post(`${path}/preview`, large);
    expect(quote.status, JSON.stringify(quote.body)).toBe(201);
    const changed = await shop.tenant.admin.post(path, { ...large, quote_id: quote.body.id });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await shop.behaviorsOf(sold.body)).toEqual([[9000, behavior]]);
    const usage = { customer: sold.customer, feature_key: "events", quantity: 20 };
    expect((await shop.tenant.server.post("/v1/billing/usage", usage)).status).toBe(201);
    const back = { plan_price_id: shop.priceOf("small"), effective: "period_end" };
    expect((await shop.tenant.admin.post(path, back)).status).toBe(200);
  }
  expect(await shop.wrong()).toEqual([]);
  const ended = await shop.tenant.admin.post(`/v1/billing/subscriptions/${second.body.id}/cancel`, {
    at: "now",
  });
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
});

it("amounts that are added to a subscription with taxes say it, too", { tags: ["long"] }, async ({
  world,
}) => {
  const shop = await aShop(world);
  await shop.set({ automatic_tax: true, tax_behavior: "EXCLUSIVE" });
  const { body } = await shop.buy();
  const item = { description: "Set-up", amount: 700 };
  const added = await shop.tenant.admin.post(`/v1/billing/subscriptions/${body.id}/items`, item);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  await sendWaiting(shop.tenant.scope, body.id);
  const { data } = await shop.stripe.invoiceItems.list({ pending: true });
  expect(data.map(({ amount }) => amount)).toEqual([700]);
});

it("checkout sells prices that say it", async ({ world }) => {
  const shop = await aShop(world);
  await shop.set({ automatic_tax: true, tax_behavior: "INCLUSIVE" });
  const customer = unique("customer");
  const page = await shop.tenant.server.post("/v1/billing/checkout", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: shop.priceOf("small"),
  });
  expect(page.status, JSON.stringify(page.body)).toBe(201);
  const [session] = (await shop.stripe.checkout.sessions.list({ limit: 1 })).data;
  const lines = await shop.stripe.checkout.sessions.listLineItems(session?.id ?? "");
  expect(lines.data.map(({ price }) => price?.tax_behavior)).toEqual(["inclusive"]);
});
