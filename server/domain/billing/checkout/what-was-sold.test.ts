import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aClockAhead } from "../../../testing/kept-answers.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { appRouter } from "../../../trpc/root.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";

// The catalog changes while a hosted page is open: the buyer gets what the page showed and charged.

/** Past the changes that a comparison with the provider leaves out as unfinished. */
const SETTLED_S = 180;
const DAY_MS = 86_400_000;
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };

let world: World;
let stripe: Stripe;
let tenant: TestTenant;
let catalog: TestCatalog;
const clock = aClockAhead();

beforeAll(async () => {
  world = await openWorld({ isWorker: true, clock, environment: { DATABASE_URL: await ownDatabase() } });
  await openShop();
});

afterAll(() => world?.close());

/** A tenant whose plan costs 20.00, and 10.00 for each seat. */
async function openShop(trialDays = 0): Promise<void> {
  tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  const seats = { driverStepSize: 1, limit: 1, prices: [{ currency: "USD", driverStepAmount: 1000n }] };
  catalog = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "pro", entitlements: { seats }, prices: [{ amount: 2000, trialDays, trialNeedsCard: true }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
}

const priceId = () => catalog.plans.pro?.prices[0] ?? "";
const fiveSeats = () => ({ plan_price_id: priceId(), drivers: [{ feature_key: "seats", steps: 5 }] });

async function aPage(customer: string): Promise<string> {
  const email = `${customer}@example.com`;
  const reply = await tenant.server.post("/v1/billing/checkout", { customer, email, ...fiveSeats() });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.url;
}

/** A page of a visitor of the price list, who is no customer yet. */
async function aVisitorsPage(email: string): Promise<string> {
  const visitor = appRouter.createCaller({
    services: world.services,
    caller: {
      type: "visitor",
      tenantId: tenant.id,
      tenantMode: tenant.scope.tenantMode,
      address: "192.0.2.1",
    },
    requestId: newId("request"),
    authorization: null,
    address: "192.0.2.1",
  });
  return (await visitor.checkout.openForVisitor({ email, ...fiveSeats() })).url;
}

/** Completes the page; answers the subscription that the provider's callback brings. */
async function complete(url: string) {
  const page = await world.services.db.checkoutSession.findFirstOrThrow({
    where: { tenantId: tenant.id, url },
  });
  const reply = await fetch(url, { method: "POST", body: new URLSearchParams(CARD), redirect: "manual" });
  expect(reply.status).toBe(303);
  return vi.waitFor(
    async () => {
      const answer = await tenant.server.get(`/v1/billing/subscriptions/${page.subscriptionId}`);
      expect(answer.status).toBe(200);
      return answer.body;
    },
    { timeout: 45_000, interval: 50 },
  );
}

async function publishNewPack(): Promise<string> {
  const plan = catalog.plans.pro;
  const draft = await tenant.admin.post("/v1/catalog/packs", {
    plan_id: plan?.id,
    from_pack_id: plan?.packId,
  });
  const published = await tenant.admin.post(`/v1/catalog/packs/${draft.body.id}/publish`);
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  return draft.body.id;
}

const paidBy = async (providerCustomerId: string) =>
  (await stripe.charges.list({ customer: providerCustomerId })).data.map(({ amount }) => amount);

describe("a new pack that is published while a page is open", () => {
  it.each<[string, () => Promise<string>]>([
    ["a customer", () => aPage(unique("customer"))],
    ["a visitor", () => aVisitorsPage(`${unique("person")}@example.com`)],
  ])("changes nothing for %s who pays for seats on the page", { tags: ["long"] }, async (_, open) => {
    await openShop();
    const url = await open();
    await publishNewPack();
    const sold = await complete(url);
    expect(await paidBy(sold.provider_customer_id)).toEqual([7000]);
    expect(sold.pack_id).toBe(catalog.plans.pro?.packId);
    const { id: customer } = sold.customer;
    const seats = await tenant.server.get(`/v1/billing/entitlements/seats?customer=${customer}`);
    expect(seats.body.limit).toBe(6);
    // What is compared with the provider is what was sold: nothing is to be taken away there.
    clock.pass(SETTLED_S);
    const drift = await tenant.admin.get("/v1/billing/cardprovider/drift");
    expect(drift.body.differences).toEqual([]);
    const { items } = await stripe.subscriptions.retrieve(sold.provider_subscription_id);
    const amounts = items.data.map(({ price, quantity }) => [price.unit_amount, quantity]);
    expect(amounts.toSorted()).toEqual([
      [1000, 5],
      [2000, 1],
    ]);
  });
});

describe("a price's trial that is taken away while a page is open", () => {
  const takeTrial = async () => {
    const path = `/v1/catalog/prices/${priceId()}`;
    const changed = await tenant.admin.send("PATCH", path, { trial_days: 0 });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  };

  it("is given to the buyer, because the page showed it", { tags: ["long"] }, async () => {
    await openShop(14);
    const url = await aPage(unique("customer"));
    await takeTrial();
    const sold = await complete(url);
    expect(sold.status).toBe("TRIALING");
    expect(Math.round((Date.parse(sold.trial_end) - Date.now()) / DAY_MS)).toBe(14);
    expect(await paidBy(sold.provider_customer_id)).toEqual([]);
  });

  it("and that is not due is charged as the page said, with a mail", { tags: ["long"] }, async () => {
    await openShop(14);
    expect((await complete(await aPage(unique("customer")))).status).toBe("TRIALING");
    const url = await aPage(unique("customer"));
    await takeTrial();
    const sold = await complete(url);
    expect(sold.status).toBe("ACTIVE");
    expect(await paidBy(sold.provider_customer_id)).toEqual([7000]);
    const mails = await world.services.db.mailMessage.count({
      where: { tenantId: tenant.id, template: "trial_charged" },
    });
    expect(mails).toBe(1);
  });
});

it("a page that an older version opened, without stored terms, is completed with those of today", {
  tags: ["long"],
}, async () => {
  await openShop();
  const url = await aPage(unique("customer"));
  const packId = await publishNewPack();
  const older =
    "update checkout_sessions set pack_id = null, grant_id = null, trial_days = null where tenant_id = $1";
  await world.services.pool.query(older, [tenant.id]);
  expect(await complete(url)).toMatchObject({ status: "ACTIVE", pack_id: packId });
});
