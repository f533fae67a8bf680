import Stripe from "stripe";
import { describe, expect } from "vitest";
import { createJobHandlers } from "../../../../jobs/handlers.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { itWith } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";

const it = itWith({ hasOwnDatabase: true });

// A sale that the card provider refuses is over when its caller is told so. Nothing carries it out later, when nobody asks for it:
// the sandbox refuses one with taxes, as Stripe does, where nobody says whether prices contain them (tax-behavior.test.ts).

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";

async function aShop(world: World) {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    plans: [
      { slug: "small", prices: [{ amount: 1000, trialDays: 14 }] },
      { slug: "large", prices: [{ amount: 9000 }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const { id: account } = await stripe.accounts.retrieveCurrent();
  const priceOf = (slug: string) => plans[slug]?.prices[0] ?? "";
  const set = async (settings: object) => {
    const { status, body } = await tenant.admin.send("PATCH", "/v1/settings", settings);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  /** A customer with an address and a saved card. */
  async function aBuyer() {
    const customer = unique("customer");
    const person = { customer, email: `${customer}@example.com` };
    const asked = await tenant.server.post("/v1/billing/cardprovider/setup-intent", person);
    const [id = ""] = asked.body.client_secret.split("_secret_");
    const intent = await stripe.setupIntents.confirm(id, { payment_method: "pm_card_visa" });
    const payer = String(intent.customer);
    await stripe.customers.update(payer, { address: { country: "DE" } });
    const card = { cardprovider_payment_method_id: String(intent.payment_method) };
    return {
      customer,
      payer,
      buy: async (slug: string, { headers = {}, ...fields }: { headers?: Record<string, string> } = {}) => {
        const sale = { ...person, ...card, plan_price_id: priceOf(slug), ...fields };
        const { status, body } = await tenant.server.post(HEADLESS, sale, headers);
        return { status, body, told: [status, body.code ?? body.status] };
      },
      sold: async () =>
        (await stripe.subscriptions.list({ customer: payer, status: "all" })).data.map(
          ({ status }) => status,
        ),
    };
  }
  return {
    tenant,
    stripe,
    set,
    aBuyer,
    priceOf,
    refuse: () => set({ automatic_tax: true, tax_behavior: null }),
    allow: () => set({ automatic_tax: false }),
    recover: () => createJobHandlers(world.services).recover({}),
    isBegun: () =>
      world.services.db.providerOperation.count({ where: { tenantId: tenant.id, status: "PENDING" } }),
    rollKey: () =>
      world.services.pool.query(
        "update stripe_sandbox.keys set digest = digest || 'x' where account like $1",
        [`${account}%`],
      ),
    rollBack: () =>
      world.services.pool.query(
        "update stripe_sandbox.keys set digest = rtrim(digest, 'x') where account like $1",
        [`${account}%`],
      ),
    wrong: () => foundIn(world.services.pool, tenant.id),
  };
}

describe("a start that the card provider refuses", () => {
  it("is not carried out later, and the customer is free to buy anything", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const buyer = await shop.aBuyer();
    await shop.refuse();
    expect((await buyer.buy("large")).told).toEqual([422, "K7020"]);
    expect(await shop.isBegun()).toBe(0);
    await shop.allow();
    await shop.recover();
    expect(await buyer.sold()).toEqual([]);
    const { body, status } = await buyer.buy("small");
    expect([status, body.plan_price_id]).toEqual([201, shop.priceOf("small")]);
    expect(await buyer.sold()).toEqual(["trialing"]);
    expect(await shop.wrong()).toEqual([]);
  });

  it("gives its trial back, answers its key alike, and sells at the price with taxes once that can be", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const buyer = await shop.aBuyer();
    await shop.refuse();
    const headers = { "idempotency-key": unique("key") };
    expect((await buyer.buy("small", { headers })).told).toEqual([422, "K7020"]);
    await shop.set({ tax_behavior: "EXCLUSIVE" });
    expect((await buyer.buy("small", { headers })).told).toEqual([422, "K7020"]);
    expect(await buyer.sold()).toEqual([]);
    expect((await buyer.buy("small")).told).toEqual([201, "TRIALING"]);
    const { data } = await shop.stripe.subscriptions.list({ customer: buyer.payer });
    expect(data.flatMap(({ items }) => items.data.map(({ price }) => price.tax_behavior))).toEqual([
      "exclusive",
    ]);
  });

  it("leaves the customer free to be invoiced without a card, and to be erased", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const [invoiced, erased] = [await shop.aBuyer(), await shop.aBuyer()];
    await shop.refuse();
    for (const { buy } of [invoiced, erased]) expect((await buy("large")).told).toEqual([422, "K7020"]);
    const manual = {
      customer: invoiced.customer,
      provider: "PROVIDER_B",
      plan_price_id: shop.priceOf("large"),
    };
    expect((await shop.tenant.admin.post("/v1/billing/subscriptions", manual)).status).toBe(201);
    const erasure = await shop.tenant.admin.post("/v1/privacy/erasures", { customer: erased.customer });
    expect(erasure.status, JSON.stringify(erasure.body)).toBe(201);
  });

  it("is over also where its key is refused, which somebody has rolled", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const buyer = await shop.aBuyer();
    await shop.rollKey();
    expect((await buyer.buy("large")).told).toEqual([502, "K7009"]);
    expect(await shop.isBegun()).toBe(0);
    await shop.rollBack();
    await shop.recover();
    expect(await buyer.sold()).toEqual([]);
    expect((await buyer.buy("large")).told).toEqual([201, "ACTIVE"]);
  });
});

describe("a start that was made before the answer was lost", () => {
  it("is found, though it would be refused by now", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    const buyer = await shop.aBuyer();
    const lost = { kind: "cut_after", method: "POST", path: "/v1/subscriptions", count: 3 };
    await shop.stripe.rawRequest("POST", "/sandbox/faults", lost);
    expect((await buyer.buy("large")).status).toBe(503);
    await shop.stripe.rawRequest("DELETE", "/sandbox/faults");
    await shop.refuse();
    await shop.recover();
    expect(await buyer.sold()).toEqual(["active"]);
    expect(await shop.isBegun()).toBe(0);
    expect((await buyer.buy("large")).told).toEqual([409, "K6002"]);
    expect(await shop.wrong()).toEqual([]);
  });

  it("is the answer of the same sale sent again, and stands in the way of another", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const lost = { kind: "cut_after", method: "POST", path: "/v1/subscriptions", count: 3 };
    const [same, other] = [await shop.aBuyer(), await shop.aBuyer()];
    await shop.stripe.rawRequest("POST", "/sandbox/faults", lost);
    expect((await same.buy("large")).status).toBe(503);
    expect((await same.buy("large")).told).toEqual([201, "ACTIVE"]);
    expect((await same.buy("large")).told).toEqual([409, "K6002"]);
    await shop.stripe.rawRequest("POST", "/sandbox/faults", lost);
    expect((await other.buy("large")).status).toBe(503);
    expect((await other.buy("small")).told).toEqual([409, "K6002"]);
    expect([await same.sold(), await other.sold()]).toEqual([["active"], ["active"]]);
  });
});

describe("a move to the card that the card provider refuses", () => {
  it("is not carried out later, and the subscription stays with its invoices", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const buyer = await shop.aBuyer();
    const manual = { customer: buyer.customer, provider: "PROVIDER_B", plan_price_id: shop.priceOf("large") };
    const { id } = (await shop.tenant.admin.post("/v1/billing/subscriptions", manual)).body;
    const path = `/v1/billing/subscriptions/${id}/move-provider`;
    const card = { provider: "PROVIDER_A", cardprovider_test_card_token: "tok_visa" };
    await shop.refuse();
    const refused = await shop.tenant.admin.post(path, card);
    expect([refused.status, refused.body.code]).toEqual([422, "K7020"]);
    expect(await shop.isBegun()).toBe(0);
    await shop.allow();
    await shop.recover();
    expect(await buyer.sold()).toEqual([]);
    expect((await shop.tenant.server.get(`/v1/billing/subscriptions/${id}`)).body.provider).toBe(
      "PROVIDER_B",
    );
    const moved = await shop.tenant.admin.post(path, card);
    expect([moved.status, moved.body.provider], JSON.stringify(moved.body)).toEqual([200, "PROVIDER_A"]);
    expect(await shop.wrong()).toEqual([]);
  });
});
