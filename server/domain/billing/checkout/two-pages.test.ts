import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { createClient, type Reply } from "../../../testing/client.ts";
import { aClockAhead } from "../../../testing/kept-answers.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";

// A customer who could pay twice for one product: on two pages, or on a page and by a headless start. The first purchase
// counts; the other is ended at the provider and refunded.

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
/** Past the lease that the recovery job respects. */
const FORGOTTEN_S = 61;

let world: World;
let tenant: TestTenant;
let stripe: Stripe;
let price = "";
const clock = aClockAhead();

beforeAll(async () => {
  const environment = { DATABASE_URL: await ownDatabase(), USHER_LEASE_SECONDS: "1" };
  world = await openWorld({ isWorker: true, clock, environment });
  tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  const catalog = await aCatalog(tenant.scope, { plans: [{ slug: "pro", prices: [{ amount: 2000 }] }] });
  price = catalog.plans.pro?.prices[0] ?? "";
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
});

afterAll(() => world?.close());

const sale = (customer: string) => ({ customer, email: `${customer}@example.com`, plan_price_id: price });

async function aPage(customer: string): Promise<string> {
  const reply = await tenant.server.post("/v1/billing/checkout", sale(customer));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.url;
}

/** Types a card into the page and sends it, as a browser does; answers the status: 303 when it was taken. */
async function complete(url: string): Promise<number> {
  const body = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" });
  return (await fetch(url, { method: "POST", body, redirect: "manual" })).status;
}

function start(customer: string, baseUrl = world.baseUrl, key?: string): Promise<Reply> {
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return createClient(baseUrl, tenant.server.headers).post(
    HEADLESS,
    { ...sale(customer), cardprovider_test_card_token: "tok_visa" },
    headers,
  );
}

const order = (fault: object) => stripe.rawRequest("POST", "/sandbox/faults", fault);

async function met(): Promise<void> {
  const waits = "select 1 from stripe_sandbox.faults where remaining > 0";
  const isMet = async () => expect((await world.services.pool.query(waits)).rowCount).toBe(0);
  await vi.waitFor(isMet, { timeout: 45_000, interval: 10 });
}

const rowsOf = (customer: string) =>
  world.services.db.subscription.findMany({
    where: { tenantId: tenant.id, customer: { externalId: customer } },
  });

/** What the provider has of a customer: live and ended subscriptions, and what was paid and given back, in cents. */
async function atProvider(customer: string) {
  const { providerCustomerId = "" } = (await rowsOf(customer))[0] ?? {};
  const of = { customer: providerCustomerId ?? "" };
  const { data } = await stripe.subscriptions.list({ ...of, status: "all" });
  const charges = (await stripe.charges.list(of)).data.filter(({ paid }) => paid);
  return {
    live: data.filter(({ status }) => status === "active").map(({ id }) => id),
    ended: data.filter(({ status }) => status === "canceled").length,
    paid: charges.reduce((sum, { amount }) => sum + amount, 0),
    refunded: charges.reduce((sum, { amount_refunded: back }) => sum + back, 0),
  };
}

/** Waits until the second of two was ended and refunded; then throws unless there is one event and nothing changes any more. */
async function expectOneAndARefund(customer: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await atProvider(customer)).toMatchObject({ ended: 1, paid: 4000, refunded: 2000 }),
    { timeout: 45_000, interval: 50 },
  );
  const { db } = world.services;
  const outcome = async () => ({
    events: await db.event.findMany({
      where: {
        tenantId: tenant.id,
        type: "subscription.surplus_ended",
        data: { path: ["customer_id"], equals: (await rowsOf(customer))[0]?.customerId ?? "" },
      },
      select: { data: true },
    }),
    mails: await db.mailMessage.count({
      where: { tenantId: tenant.id, to: `${customer}@example.com`, template: "second_subscription" },
    }),
  });
  await vi.waitFor(async () => expect((await outcome()).events).toHaveLength(1), { timeout: 20_000 });
  const before = await outcome();
  expect(before.mails).toBe(1);
  expect(before.events[0]?.data).toMatchObject({ reason: "SECOND", refunded_amount: 2000, currency: "USD" });
  const rows = await rowsOf(customer);
  expect(rows.map(({ status }) => status)).toEqual(["ACTIVE"]);
  expect((await atProvider(customer)).live).toEqual([rows[0]?.providerSubscriptionId]);
  clock.pass(FORGOTTEN_S);
  await createJobHandlers(world.services).recover({});
  expect(await outcome()).toEqual(before);
  expect(await atProvider(customer)).toMatchObject({ ended: 1, paid: 4000, refunded: 2000 });
}

const openSessions = async () =>
  (await stripe.checkout.sessions.list({ status: "open", limit: 100 })).data.length;

describe("an older page of the same customer and product", () => {
  it("is closed by a newer one, and cannot be paid on any more", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    const [first, second] = [await aPage(customer), await aPage(customer)];
    expect(await complete(first)).toBe(200);
    expect(await complete(second)).toBe(303);
    await vi.waitFor(async () => expect(await rowsOf(customer)).toHaveLength(1), { timeout: 45_000 });
    expect(await atProvider(customer)).toMatchObject({ ended: 0, paid: 2000, refunded: 0 });
  });

  it("is one of several that are opened at once, of which one stays open", { tags: ["long"] }, async () => {
    const before = await openSessions();
    const customer = unique("customer");
    const pages = await Promise.all(Array.from({ length: 4 }, () => aPage(customer)));
    expect(await openSessions()).toBe(before + 1);
    const statuses = await Promise.all(pages.map(complete));
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  });

  it("is closed by a headless start, too", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    const page = await aPage(customer);
    expect((await start(customer)).status).toBe(201);
    expect(await complete(page)).toBe(200);
    expect((await tenant.server.post("/v1/billing/checkout", sale(customer))).body.code).toBe("K6002");
  });

  it("that was completed at that moment is the subscription, and the new page is refused", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const page = await aPage(customer);
    // Its callback comes much later.
    await order({ kind: "webhook_lose", count: 20 });
    expect(await complete(page)).toBe(303);
    await stripe.rawRequest("DELETE", "/sandbox/faults");
    const refused = await tenant.server.post("/v1/billing/checkout", sale(customer));
    const [row] = await rowsOf(customer);
    expect([refused.status, refused.body.code, refused.body.details.subscription_id]).toEqual([
      ...[409, "K6002"],
      row?.id,
    ]);
    expect(await atProvider(customer)).toMatchObject({ ended: 0, paid: 2000, refunded: 0 });
  });

  it("cannot be opened while a start is under way", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    await order({ kind: "slow", delay_ms: 600, method: "POST", path: "/v1/subscriptions" });
    const starting = start(customer);
    await met();
    const page = await tenant.server.post("/v1/billing/checkout", sale(customer));
    expect([page.status, page.body.code, page.headers.get("retry-after")]).toEqual([409, "K6007", "1"]);
    expect((await starting).status).toBe(201);
  });
});

describe("a second purchase that completes anyway", () => {
  /** Two pages that are open at once: the provider was away when the first was to be closed. */
  async function twoPages(customer: string): Promise<string[]> {
    const first = await aPage(customer);
    await order({ kind: "cut_before", method: "POST", path: "/v1/checkout/sessions/*/expire", count: 3 });
    return [first, await aPage(customer)];
  }

  it("of two pages is ended and refunded, with one event and one mail", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    for (const page of await twoPages(customer)) expect(await complete(page)).toBe(303);
    await vi.waitFor(async () => expect(await rowsOf(customer)).toHaveLength(1), { timeout: 45_000 });
    await expectOneAndARefund(customer);
  });

  it("of two pages completed at the same moment is ended and refunded", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    const pages = await twoPages(customer);
    expect(await Promise.all(pages.map(complete))).toEqual([303, 303]);
    await vi.waitFor(async () => expect(await rowsOf(customer)).toHaveLength(1), { timeout: 45_000 });
    await expectOneAndARefund(customer);
  });

  it("by a headless start beside a page is ended and refunded also when its process is killed at the refund", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const key = unique("key");
    const page = await aPage(customer);
    const doomed = await openSecondProcess(world, { environment: { USHER_LEASE_SECONDS: "1" } });
    await order({ kind: "slow", delay_ms: 8000, method: "POST", path: "/v1/subscriptions" });
    const dying = start(customer, doomed.baseUrl, key).catch(() => null);
    await met();
    expect(await complete(page)).toBe(303);
    await order({ kind: "timeout_after", method: "POST", path: "/v1/refunds" });
    await vi.waitFor(async () => expect(await rowsOf(customer)).toHaveLength(1), { timeout: 45_000 });
    await met();
    await doomed.kill();
    expect(await dying).toBeNull();
    await vi.waitFor(
      async () => {
        const reply = await start(customer, world.baseUrl, key);
        expect([reply.body.code, reply.body.details?.subscription_id]).toEqual([
          "K6002",
          (await rowsOf(customer))[0]?.id,
        ]);
      },
      { timeout: 45_000, interval: 200 },
    );
    await expectOneAndARefund(customer);
  });
});

describe("a start that its cardholder confirms while another one begins", () => {
  /** A start that waits for 3-D Secure; answers what confirms it, as the bank's page does. */
  async function aWaitingStart(customer: string, key = unique("key")): Promise<() => Promise<unknown>> {
    const first = { ...sale(customer), cardprovider_test_card_token: "tok_threeDSecure2Required" };
    const refused = await tenant.server.post(HEADLESS, first, { "idempotency-key": key });
    expect([refused.status, refused.body.code]).toEqual([402, "K7002"]);
    const [intentId = ""] = String(refused.body.details.client_secret).split("_secret_");
    const { next_action } = await stripe.paymentIntents.confirm(intentId, {
      return_url: "https://shop.example",
    });
    const page = String(next_action?.redirect_to_url?.url);
    const body = new URLSearchParams({ authentication: "complete" });
    return () => fetch(page, { method: "POST", body, redirect: "manual" });
  }

  it("is answered with its subscription when it is sent again under its key", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const key = unique("key");
    const confirm = await aWaitingStart(customer, key);
    await confirm();
    const body = { ...sale(customer), cardprovider_test_card_token: "tok_threeDSecure2Required" };
    const again = await tenant.server.post(HEADLESS, body, { "idempotency-key": key });
    expect([again.status, again.body.status], JSON.stringify(again.body)).toEqual([201, "ACTIVE"]);
  });

  /** The customer's payments that were not refunded, and the number of live subscriptions on both sides. */
  async function outcome(customer: string) {
    const { id } = await world.services.db.customer.findFirstOrThrow({
      where: { tenantId: tenant.id, externalId: customer },
    });
    const { providerId } = await world.services.db.providerReference.findFirstOrThrow({
      where: { tenantId: tenant.id, kind: "CUSTOMER", objectId: id },
    });
    const active = await stripe.subscriptions.list({ customer: providerId, status: "active" });
    const live = active.data.map((one) => one.id);
    const charges = (await stripe.charges.list({ customer: providerId })).data.filter(({ paid }) => paid);
    const kept = charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
    const ours = (await rowsOf(customer))
      .filter(({ status }) => status === "ACTIVE")
      .map((row) => row.providerSubscriptionId);
    return { live, ours, kept };
  }

  it.each(["tok_visa", "tok_chargeDeclined", "tok_threeDSecure2Required"])(
    "is charged for what it has and no more, in either order, when the other card is %s",
    { tags: ["long"] },
    async (token) => {
      const tries = Array.from({ length: 5 }, async (_, index) => {
        const customer = unique("customer");
        const confirm = await aWaitingStart(customer);
        const body = { ...sale(customer), cardprovider_test_card_token: token };
        const delayed = new Promise((resolve) => setTimeout(resolve, index * 15)).then(confirm);
        await Promise.all([delayed, tenant.server.post(HEADLESS, body)]);
        await vi.waitFor(
          async () => {
            const { live, ours, kept } = await outcome(customer);
            expect({ ours, kept }).toEqual({ ours: live, kept: live.length * 2000 });
            expect(live.length).toBeLessThan(2);
          },
          { timeout: 45_000, interval: 100 },
        );
      });
      await Promise.all(tries);
    },
  );
});
