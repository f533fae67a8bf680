import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { getDrift } from "../drift/drift.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** An account at the provider with its own subscriptions, and a tenant that has just been connected to it. */
async function anAccountWithALife() {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "team", entitlements: { seats: { limit: 7 } }, prices: [{ amount: 1500 }, { amount: 900 }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const product = await stripe.products.create({ name: "Team" });
  const make = (unit_amount: number) =>
    stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount,
      recurring: { interval: "month" },
    });
  const [team, other] = [await make(1500), await make(2000)];
  const subscribe = async (name: string, price: string, quantity = 1) => {
    const customer = await stripe.customers.create({
      email: `${name}@example.com`,
      metadata: { account: `acct-${name}` },
      payment_method: "pm_card_visa",
      invoice_settings: { default_payment_method: "pm_card_visa" },
    });
    return stripe.subscriptions.create({ customer: customer.id, items: [{ price, quantity }] });
  };
  const ada = await subscribe("ada", team.id);
  const grace = await subscribe("grace", team.id);
  await subscribe("alan", other.id);
  await subscribe("kurt", team.id, 5);
  const gone = await subscribe("emmy", team.id);
  await stripe.subscriptions.cancel(gone.id);
  const [ours, cheaper] = plans.team?.prices ?? [];
  const run = async (fields: object = {}) => {
    const all = { external_id: { metadata: "account" }, ...fields };
    const reply = await tenant.admin.post("/v1/billing/cardprovider/import", all);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  return { tenant, stripe, ada, grace, team, other, ours, cheaper, run };
}

const reasons = (body: { skipped: { reason: string }[] }) => body.skipped.map(({ reason }) => reason).sort();

describe("importing an account", () => {
  it("reports in a dry run what it would import and which prices are unknown, and writes nothing", async () => {
    const { tenant, team, other, run } = await anAccountWithALife();
    const body = await run();
    expect(body).toMatchObject({ is_dry_run: true, imported: [], next_cursor: null });
    expect(reasons(body)).toEqual([
      "ended",
      "price_not_mapped",
      "price_not_mapped",
      "price_not_mapped",
      "quantity",
    ]);
    const named = body.unmapped_prices.map(
      ({ provider_price_id, amount, subscriptions }: Record<string, unknown>) => [
        provider_price_id,
        amount,
        subscriptions,
      ],
    );
    expect(named.sort()).toEqual(
      [
        [team.id, 1500, 2],
        [other.id, 2000, 1],
      ].sort(),
    );
    expect((await tenant.admin.get("/v1/billing/subscriptions")).body.data).toEqual([]);
  });

  it("imports live ones with their customers, once; no customer is charged and both sides agree", {
    tags: ["long"],
  }, async () => {
    const { tenant, stripe, ada, team, ours, run } = await anAccountWithALife();
    const prices = [{ provider_price_id: team.id, plan_price_id: ours }];
    expect((await run({ prices })).imported).toHaveLength(2);
    const invoices = (await stripe.invoices.list({ limit: 100 })).data.length;
    const done = await run({ prices, is_dry_run: false });
    expect(done.imported.map(({ external_id }: { external_id: string }) => external_id).sort()).toEqual([
      "acct-ada",
      "acct-grace",
    ]);
    const { data } = (await tenant.admin.get("/v1/billing/subscriptions?customer=acct-ada")).body;
    expect(data).toMatchObject([
      {
        status: "ACTIVE",
        provider_subscription_id: ada.id,
        plan: { slug: "team" },
        customer: { external_id: "acct-ada", email: "ada@example.com" },
      },
    ]);
    const check = await tenant.server.get("/v1/billing/entitlements/seats?customer=acct-ada&quantity=7");
    expect(check.body).toMatchObject({ allowed: true, limit: 7 });
    expect(reasons(await run({ is_dry_run: false }))).toEqual([
      "already_here",
      "already_here",
      "ended",
      "price_not_mapped",
      "quantity",
    ]);
    expect((await stripe.invoices.list({ limit: 100 })).data).toHaveLength(invoices);
    const { metadata } = await stripe.subscriptions.retrieve(ada.id);
    expect(metadata).toEqual({ usher_tenant: tenant.id, usher_subscription: data[0].id });
    expect(await getDrift(tenant.scope)).toMatchObject({ theirs: 2, differences: [] });
  });

  it("refuses a price with another amount, and imports page by page", { tags: ["long"] }, async () => {
    const { team, cheaper, ours, run } = await anAccountWithALife();
    const wrong = await run({ prices: [{ provider_price_id: team.id, plan_price_id: cheaper }] });
    expect(reasons(wrong)).toEqual([
      "ended",
      "price_differs",
      "price_differs",
      "price_not_mapped",
      "quantity",
    ]);
    const prices = [{ provider_price_id: team.id, plan_price_id: ours }];
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const part = await run({ prices, is_dry_run: false, limit: 2, ...(cursor && { cursor }) });
      for (const { external_id } of part.imported) seen.push(external_id);
      cursor = part.next_cursor ?? undefined;
    } while (cursor);
    expect(seen.sort()).toEqual(["acct-ada", "acct-grace"]);
  });

  it("is for admins only", { tags: ["long"] }, async () => {
    const { tenant } = await anAccountWithALife();
    expect((await tenant.server.post("/v1/billing/cardprovider/import")).status).toBe(403);
  });
});
