import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { createClient, type Reply } from "../../../../testing/client.ts";
import { ownDatabase } from "../../../../testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { ensureCallbacks } from "../../../tenants/provider/provider-callbacks.ts";

// One trial for each customer, mailbox and card, however many requests are made at once, and by whichever operation.

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
const VISA = "4242 4242 4242 4242";
/** Can be kept, and refuses to pay: https://docs.stripe.com/testing#declined-payments. */
const REFUSES_TO_PAY = "4000 0000 0000 0341";
const LEASES = { USHER_LEASE_SECONDS: "1" };

let world: World;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await ownDatabase();
  world = await openWorld({ isWorker: true, environment: { DATABASE_URL: databaseUrl, ...LEASES } });
});

afterAll(async () => {
  await world?.close();
});

interface Shop extends TestTenant {
  price: string;
  stripe: Stripe;
}

/** A tenant whose one plan has a trial of 14 days, with a card. */
async function aShop(): Promise<Shop> {
  const tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  const catalog = await aCatalog(tenant.scope, {
    plans: [{ slug: "pro", prices: [{ amount: 2000, trialDays: 14, trialNeedsCard: true }] }],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  return { ...tenant, price: catalog.plans.pro?.prices[0] ?? "", stripe };
}

interface Sale {
  customer: string;
  email?: string;
  token?: string;
  key?: string;
  baseUrl?: string;
}

const emailOf = ({ customer, email = `${customer}@example.com` }: Sale) => email;

function start(shop: Shop, sale: Sale): Promise<Reply> {
  const { customer, token = "tok_visa", baseUrl = world.baseUrl, key } = sale;
  const fields = {
    customer,
    email: emailOf(sale),
    plan_price_id: shop.price,
    cardprovider_test_card_token: token,
  };
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return createClient(baseUrl, shop.server.headers).post(HEADLESS, fields, headers);
}

async function aPage(shop: Shop, sale: Sale): Promise<string> {
  const fields = { customer: sale.customer, email: emailOf(sale), plan_price_id: shop.price };
  const reply = await shop.server.post("/v1/billing/checkout", fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.url;
}

async function complete(url: string, number = VISA): Promise<void> {
  const body = new URLSearchParams({ number, expiry: "12/40", cvc: "123" });
  expect((await fetch(url, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

const db = () => world.services.db;

async function statusesOf(shop: Shop): Promise<string[]> {
  const rows = await db().subscription.findMany({ where: { tenantId: shop.id }, select: { status: true } });
  return rows.map(({ status }) => status).sort();
}

/** What was paid in all, in cents. */
async function paidIn({ stripe }: Shop): Promise<number> {
  const charges = (await stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => paid);
  return charges.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
}

const mailsOf = (shop: Shop, template: string) =>
  db().mailMessage.count({ where: { tenantId: shop.id, template } });

const within = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 45_000, interval: 50 });

const TOKENS = ["tok_visa", "tok_mastercard", "tok_amex", "tok_discover"];

describe("starts without a browser, four at once on two processes", { tags: ["long"] }, () => {
  let second: SecondProcess;

  beforeAll(async () => {
    second = await openSecondProcess(world, { environment: LEASES });
  });

  afterAll(() => second.close());

  it.each<[string, (nth: number) => Pick<Sale, "email" | "token">]>([
    ["with one card", () => ({})],
    ["with aliases of one mailbox", (nth) => ({ email: `a.d.a+${nth}@gmail.com`, token: TOKENS[nth] ?? "" })],
  ])("%s: one has a trial, the others are charged", async (_, traits) => {
    const shop = await aShop();
    const baseUrls = [world.baseUrl, second.baseUrl];
    const replies = await Promise.all(
      [0, 1, 2, 3].map((nth) =>
        start(shop, { customer: unique("customer"), ...traits(nth), baseUrl: baseUrls[nth % 2] ?? "" }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(replies.map(({ body }) => body.status).sort()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "TRIALING"]);
    expect(await paidIn(shop)).toBe(6000);
  });

  it("keeps its trial through a crash and a retry, while another with the same card is charged", async () => {
    const shop = await aShop();
    const doomed = await openSecondProcess(world, { environment: LEASES });
    const sale = { customer: unique("customer"), key: unique("key") };
    const fault = { kind: "timeout_before", method: "POST", path: "/v1/subscriptions" };
    await shop.stripe.rawRequest("POST", "/sandbox/faults", fault);
    const dying = start(shop, { ...sale, baseUrl: doomed.baseUrl }).catch(() => null);
    await within(async () => {
      const { rowCount } = await world.services.pool.query(
        "select 1 from stripe_sandbox.faults where remaining > 0",
      );
      expect(rowCount).toBe(0);
    });
    await doomed.kill();
    await dying;
    expect((await start(shop, { customer: unique("customer") })).body.status).toBe("ACTIVE");
    await within(async () => expect((await start(shop, sale)).body.status).toBe("TRIALING"));
    expect(await paidIn(shop)).toBe(2000);
  });
});

it("a start that fails gives the trial back", { tags: ["long"] }, async () => {
  const shop = await aShop();
  const customer = unique("customer");
  await shop.scope.db.tenant.update({ where: { id: shop.id }, data: { automaticTax: true } });
  const failed = await start(shop, { customer });
  expect([failed.status, failed.body.code]).toEqual([422, "K7010"]);
  expect(await db().trialUse.count({ where: { tenantId: shop.id } })).toBe(0);
  await shop.scope.db.tenant.update({ where: { id: shop.id }, data: { automaticTax: false } });
  expect((await start(shop, { customer })).body.status).toBe("TRIALING");
});

describe("checkout pages that were opened first", () => {
  it("say that the trial is once per person and card", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const page = await (await fetch(await aPage(shop, { customer: unique("customer") }))).text();
    expect(page).toContain("The free trial is available once per person and card.");
  });

  it("of three people with one card: one has a trial, the others are charged and get a mail, once", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const customers = [1, 2, 3].map(() => unique("customer"));
    const pages = await Promise.all(customers.map((customer) => aPage(shop, { customer })));
    await Promise.all(pages.map((page) => complete(page)));
    await within(async () => expect(await statusesOf(shop)).toEqual(["ACTIVE", "ACTIVE", "TRIALING"]));
    expect(await paidIn(shop)).toBe(4000);
    expect(await mailsOf(shop, "trial_charged")).toBe(2);
    const rows = await db().subscription.findMany({
      where: { tenantId: shop.id, status: "ACTIVE" },
      select: { currentPeriodStart: true, currentPeriodEnd: true },
    });
    for (const { currentPeriodStart: from, currentPeriodEnd: to } of rows)
      expect((to?.getTime() ?? 0) - (from?.getTime() ?? 0)).toBeGreaterThan(27 * 86_400_000);
    // The card gets no other trial by a start without a browser either.
    expect((await start(shop, { customer: unique("customer") })).body.status).toBe("ACTIVE");
  });

  it("of two aliases of one mailbox with two cards: one has a trial", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const name = unique("person");
    const pages = [
      await aPage(shop, { customer: unique("customer"), email: `${name}+a@example.com` }),
      await aPage(shop, { customer: unique("customer"), email: `${name}+b@example.com` }),
    ];
    await Promise.all([complete(pages[0] ?? ""), complete(pages[1] ?? "", "5555 5555 5555 4444")]);
    await within(async () => expect(await statusesOf(shop)).toEqual(["ACTIVE", "TRIALING"]));
    expect(await paidIn(shop)).toBe(2000);
  });

  it("whose card is then declined end with nothing charged and no subscription, and the customer gets a mail", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const pages = [
      await aPage(shop, { customer: unique("customer") }),
      await aPage(shop, { customer: unique("customer") }),
    ];
    await complete(pages[0] ?? "", REFUSES_TO_PAY);
    await within(async () => expect(await statusesOf(shop)).toEqual(["TRIALING"]));
    await complete(pages[1] ?? "", REFUSES_TO_PAY);
    await within(async () => expect(await mailsOf(shop, "trial_used")).toBe(1));
    expect(await statusesOf(shop)).toEqual(["TRIALING"]);
    expect(await paidIn(shop)).toBe(0);
    const remote = (await shop.stripe.subscriptions.list({ status: "all" })).data.map(({ status }) => status);
    expect(remote.sort()).toEqual(["canceled", "trialing"]);
    const events = await db().event.findMany({
      where: { tenantId: shop.id, type: "subscription.surplus_ended" },
      select: { data: true },
    });
    expect(events).toMatchObject([{ data: { reason: "TRIAL_USED", refunded_amount: 0 } }]);
  });
});
