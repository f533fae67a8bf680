// A change of plan on a card whose bank requires confirmation each time: it is made when the cardholder has confirmed.
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { confirmAsHolder } from "../../../../providers/stripe/contract.ts";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { ensureCallbacks } from "../../../tenants/provider/provider-callbacks.ts";
import { mendDrift } from "../../card-provider/drift/drift.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
let stripe: Stripe;

beforeAll(async () => {
  world = await openWorld({ isWorker: true });
  tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  catalog = await aCatalog(tenant.scope, {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
      { slug: "max", prices: [{ amount: 5000 }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
});

afterAll(() => world.close());

const price = (plan: string) => catalog.plans[plan]?.prices[0] ?? "";

/** A subscription to basic whose card now needs its bank's confirmation each time. */
async function aGuarded() {
  const customer = unique("customer");
  const { status, body } = await tenant.admin.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: price("basic"),
    cardprovider_test_card_token: "tok_visa",
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { provider_customer_id, provider_subscription_id } = body;
  const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: provider_customer_id,
  });
  await stripe.subscriptions.update(provider_subscription_id, { default_payment_method: card.id });
  return { id: body.id as string, card: card.id };
}

const read = async (id: string) => (await tenant.admin.get(`/v1/billing/subscriptions/${id}`)).body;

async function events(id: string) {
  const { db } = world.services;
  return db.event.count({
    where: { tenantId: tenant.id, objectId: id, type: "subscription.plan_changed" },
  });
}

it("returns the secret and changes nothing; once confirmed, the same call with the same quote returns the new plan", {
  tags: ["long"],
}, async () => {
  const { id, card } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const wanted = { plan_price_id: price("pro") };
  const quote = (await tenant.admin.post(`${path}/preview`, wanted)).body;
  const change = { ...wanted, quote_id: quote.id };
  const refused = await tenant.admin.post(path, change);
  expect([refused.status, refused.body.code]).toEqual([402, "K7002"]);
  const secret = refused.body.details.client_secret;
  expect((await tenant.admin.post(path, change)).body.details.client_secret).toBe(secret);
  expect((await read(id)).plan_price_id).toBe(price("basic"));
  await confirmAsHolder({ stripe }, secret, card);
  const changed = await tenant.admin.post(path, change);
  expect([changed.status, changed.body.plan_price_id]).toEqual([200, price("pro")]);
  expect(await events(id)).toBe(1);
});

it("answers the new plan also when a callback saves the change, and uses its quote, while the same call runs", {
  tags: ["long"],
}, async () => {
  const { id } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const wanted = { plan_price_id: price("pro") };
  const quote = (await tenant.admin.post(`${path}/preview`, wanted)).body;
  const { db } = world.services;
  const changing = await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`lock table quotes in access exclusive mode`;
      const answer = tenant.admin.post(path, { ...wanted, quote_id: quote.id });
      await expect
        .poll(async () => {
          const [row] = await db.$queryRaw<
            { waiting: number }[]
          >`select count(*)::int as waiting from pg_locks
            where not granted and relation = 'quotes'::regclass
              and database = (select oid from pg_database where datname = current_database())`;
          return row?.waiting;
        })
        .toBe(1);
      const of = { where: { tenantId_id: { tenantId: tenant.id, id } } };
      const { planId } = await tx.planPrice.findFirstOrThrow({
        where: { tenantId: tenant.id, id: price("pro") },
      });
      const { id: packId } = await tx.pack.findFirstOrThrow({
        where: { tenantId: tenant.id, planId, status: "ACTIVE" },
      });
      await tx.subscription.update({ ...of, data: { planPriceId: price("pro"), planId, packId } });
      await tx.quote.updateMany({ where: { id: quote.id }, data: { usedAt: new Date() } });
      return { answer };
    },
    { timeout: 45_000 },
  );
  const changed = await changing.answer;
  expect([changed.status, changed.body.plan_price_id]).toEqual([200, price("pro")]);
});

it("is saved by the provider's callback when the customer has closed the page", {
  tags: ["long"],
  timeout: 60_000,
}, async () => {
  const { id, card } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const refused = await tenant.admin.post(path, { plan_price_id: price("pro") });
  await confirmAsHolder({ stripe }, refused.body.details.client_secret, card);
  await expect
    .poll(async () => (await read(id)).plan_price_id, { timeout: 45_000, interval: 100 })
    .toBe(price("pro"));
  expect(await events(id)).toBe(1);
});

it("is saved when another change was asked for just before, which waits then", {
  tags: ["long"],
}, async () => {
  const { id, card } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const first = await tenant.admin.post(path, { plan_price_id: price("pro") });
  expect(first.body.code).toBe("K7002");
  // The second change has asked what stands when the first is confirmed.
  const slow = { kind: "slow", method: "GET", path: "/v1/subscriptions/*", delay_ms: 8_000, count: 1 };
  await stripe.rawRequest("POST", "/sandbox/faults", slow);
  const second = tenant.admin.post(path, { plan_price_id: price("max") });
  const { db } = world.services;
  const running = {
    tenantId: tenant.id,
    subscriptionId: id,
    kind: "CHANGE_PLAN",
    status: "PENDING",
  } as const;
  await expect
    .poll(() => db.providerOperation.count({ where: running }), { interval: 5, timeout: 45_000 })
    .toBe(1);
  await confirmAsHolder({ stripe }, first.body.details.client_secret, card);
  expect((await second).body.code).toBe("K7002");
  await expect.poll(async () => (await read(id)).plan_price_id, { timeout: 45_000 }).toBe(price("pro"));
  expect(await events(id)).toBe(1);
  await confirmAsHolder({ stripe }, (await second).body.details.client_secret, card);
  await expect.poll(async () => (await read(id)).plan_price_id, { timeout: 45_000 }).toBe(price("max"));
  expect(await events(id)).toBe(2);
});

it("is shown while it waits: what it changes to, what is paid, until when, and where it is confirmed", {
  tags: ["long"],
}, async () => {
  const { id } = await aGuarded();
  const waiting = async () => (await read(id)).coming?.change ?? null;
  expect(await waiting()).toBeNull();
  const refused = await tenant.admin.post(`/v1/billing/subscriptions/${id}/change-plan`, {
    plan_price_id: price("pro"),
  });
  expect(refused.body.code).toBe("K7002");
  await expect.poll(waiting, { timeout: 45_000, interval: 100 }).toMatchObject({
    plan: { slug: "pro" },
    price: { id: price("pro") },
    amount_due: 2000,
    currency: "USD",
    at: null,
    waits_for: "cardholder",
    url: expect.stringMatching(/^http/),
  });
  const found = await waiting();
  const { body: invoice } = await tenant.admin.get(`/v1/billing/invoices/${found.invoice_id}`);
  expect([invoice.status, invoice.reason]).toEqual(["OPEN", "subscription_update"]);
  const { pending_update: kept } = await stripe.subscriptions.retrieve(
    (await read(id)).provider_subscription_id,
  );
  expect(Date.parse(found.expires_at) / 1000).toBe(kept?.expires_at);
  await stripe.invoices.voidInvoice(invoice.provider_invoice_id);
  await expect.poll(waiting, { timeout: 45_000, interval: 100 }).toBeNull();
});

it("another change replaces one that was not confirmed", { tags: ["long"] }, async () => {
  const { id, card } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const first = await tenant.admin.post(path, { plan_price_id: price("pro") });
  const second = await tenant.admin.post(path, { plan_price_id: price("max") });
  expect([first.body.code, second.body.code]).toEqual(["K7002", "K7002"]);
  await expect(confirmAsHolder({ stripe }, first.body.details.client_secret, card)).rejects.toThrow();
  await confirmAsHolder({ stripe }, second.body.details.client_secret, card);
  const changed = await tenant.admin.post(path, { plan_price_id: price("max") });
  expect([changed.status, changed.body.plan_price_id]).toEqual([200, price("max")]);
});

it("is found by the comparison when its callbacks are lost", { tags: ["long"] }, async () => {
  const { id, card } = await aGuarded();
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const asked = await tenant.admin.post(path, { plan_price_id: price("pro") });
  await stripe.rawRequest("POST", "/sandbox/faults", { kind: "webhook_lose", count: 50 });
  await confirmAsHolder({ stripe }, asked.body.details.client_secret, card);
  await expect
    .poll(async () => {
      const { data } = (await stripe.rawRequest("GET", "/sandbox/faults")) as unknown as {
        data: { remaining: number }[];
      };
      return data[0]?.remaining;
    })
    .toBeLessThan(48);
  expect((await read(id)).plan_price_id).toBe(price("basic"));
  await mendDrift(tenant.scope);
  await stripe.rawRequest("DELETE", "/sandbox/faults");
  expect((await read(id)).plan_price_id).toBe(price("pro"));
});
