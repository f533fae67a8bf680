import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createJobHandlers } from "../../../../jobs/handlers.ts";
import { aCatalog, type TestCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { aUser } from "../../../../testing/a-user.ts";
import { createClient, type Reply } from "../../../../testing/client.ts";
import { aClockAhead } from "../../../../testing/kept-answers.ts";
import { ownDatabase } from "../../../../testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../../../../testing/second-process.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { ensureCallbacks } from "../../../tenants/provider/provider-callbacks.ts";

// A code promises a customer 90 days of trial, once: whatever is begun at the same moment, fails, expires or crashes.

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" };
const DAY_MS = 86_400_000;
/** Past what a request leaves to the recovery job. */
const ABANDONED_S = 61;
/** Past the day in which a hosted page, and a card's confirmation, can be completed. */
const OVER_S = 26 * 3600;
/** Short enough to wait for, and longer than a start takes on a busy machine. */
const LEASES = { USHER_LEASE_SECONDS: "5" };

let world: World;
const clock = aClockAhead();

beforeAll(async () => {
  const environment = { DATABASE_URL: await ownDatabase(), ...LEASES };
  world = await openWorld({ isWorker: true, clock, environment });
});

afterAll(() => world?.close());

/** A tenant with two products, and a customer to whom a code promised something. A card has one trial in a tenant: each has its own. */
interface Shop {
  tenant: TestTenant;
  stripe: Stripe;
  customer: string;
  /** The monthly or the yearly price of a product. */
  price(product: number, nth?: number): string;
}

interface Granted {
  planPriceId?: string;
  trialDays?: number;
  packId?: string | undefined;
}

async function aShop(
  grant: (catalog: TestCatalog | undefined) => Granted = () => ({ trialDays: 90 }),
): Promise<Shop> {
  const tenant = await aTenant(world);
  await ensureCallbacks(tenant.scope);
  const prices = [{ amount: 2000 }, { amount: 20_000, interval: "YEAR" as const }];
  const plans = [{ slug: "pro", entitlements: {}, prices }];
  const catalogs = [await aCatalog(tenant.scope, { plans }), await aCatalog(tenant.scope, { plans })];
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const made = await tenant.server.post("/v1/invitations/code", grant(catalogs[0]));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { customerId: customer } = await aUser(tenant, { code: made.body.code });
  return {
    tenant,
    stripe,
    customer,
    price: (product, nth = 0) => catalogs[product]?.plans.pro?.prices[nth] ?? "",
  };
}

const openPage = ({ tenant, customer, price }: Shop, product: number, baseUrl = world.baseUrl) =>
  createClient(baseUrl, tenant.server.headers).post("/v1/billing/checkout", {
    customer,
    plan_price_id: price(product),
  });

async function aPage(shop: Shop, product: number): Promise<string> {
  const reply = await openPage(shop, product);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.url;
}

/** Types a card into the page and sends it; answers the status: 303 when it was taken. */
const pay = async (url: string) =>
  (await fetch(url, { method: "POST", body: new URLSearchParams(CARD), redirect: "manual" })).status;

interface Sale {
  baseUrl?: string;
  token?: string;
  plan_price_id?: string;
}

function start({ tenant, customer, price }: Shop, product: number, sale: Sale = {}): Promise<Reply> {
  const { baseUrl = world.baseUrl, token = "tok_visa", plan_price_id = price(product) } = sale;
  return createClient(baseUrl, tenant.server.headers).post(HEADLESS, {
    customer,
    plan_price_id,
    cardprovider_test_card_token: token,
  });
}

const startByInvoice = ({ tenant, customer, price }: Shop, product: number, baseUrl = world.baseUrl) =>
  createClient(baseUrl, tenant.admin.headers).post("/v1/billing/subscriptions", {
    customer,
    plan_price_id: price(product),
    provider: "PROVIDER_B",
  });

/** The status of each subscription of the customer, and the days of each trial. */
async function termsOf({ tenant, customer: customerId }: Shop): Promise<string[]> {
  const rows = await world.services.db.subscription.findMany({ where: { tenantId: tenant.id, customerId } });
  return rows
    .map(({ status, trialStart, trialEnd }) => {
      const days = Math.round(((trialEnd?.getTime() ?? 0) - (trialStart?.getTime() ?? 0)) / DAY_MS);
      return `${status} ${days}`;
    })
    .toSorted();
}

const untilTerms = (shop: Shop, terms: string[]) =>
  vi.waitFor(async () => expect(await termsOf(shop)).toEqual(terms), { timeout: 45_000, interval: 50 });

/** What became of the promise: the subscription that has it or is to get it, and whether it was used. */
async function promiseOf({ tenant, customer: customerId }: Shop) {
  const { subscriptionId, usedAt } = await world.services.db.customerGrant.findFirstOrThrow({
    where: { tenantId: tenant.id, customerId },
  });
  return { holder: subscriptionId, isUsed: usedAt !== null };
}
const FREE = { holder: null, isUsed: false };

const order = ({ stripe }: Shop, fault: object) => stripe.rawRequest("POST", "/sandbox/faults", fault);

async function met(): Promise<void> {
  const waits = "select 1 from stripe_sandbox.faults where remaining > 0";
  const isMet = async () => expect((await world.services.pool.query(waits)).rowCount).toBe(0);
  await vi.waitFor(isMet, { timeout: 45_000, interval: 10 });
}

/** Runs the recovery job as it would run so many seconds from now. */
async function recoverAfter(seconds: number): Promise<void> {
  clock.pass(seconds);
  try {
    await createJobHandlers(world.services).recover({});
  } finally {
    clock.reset();
  }
}

describe("a promise of 90 days serves one", () => {
  it("of two open pages, and the other one is sold without it", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const pages = [await aPage(shop, 0), await aPage(shop, 1)];
    expect(await Promise.all(pages.map(pay))).toEqual([303, 303]);
    await untilTerms(shop, ["ACTIVE 0", "TRIALING 90"]);
  });

  it("of a page and a start, until the page has expired", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const page = await aPage(shop, 0);
    expect((await start(shop, 1)).body.status).toBe("ACTIVE");
    await recoverAfter(OVER_S);
    expect(await pay(page)).toBe(200);
    expect(await promiseOf(shop)).toEqual(FREE);
    expect((await start(shop, 0)).body.status).toBe("TRIALING");
    expect(await termsOf(shop)).toEqual(["ACTIVE 0", "TRIALING 90"]);
  });

  it("of two pages for one product: the newer one takes it from the older one, which is closed", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const [older, newer] = [await aPage(shop, 0), await aPage(shop, 0)];
    expect([await pay(older), await pay(newer)]).toEqual([200, 303]);
    await untilTerms(shop, ["TRIALING 90"]);
  });

  it("of a page and a start for one product: the start takes it, and the page is closed", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const page = await aPage(shop, 0);
    expect((await start(shop, 0)).body.status).toBe("TRIALING");
    expect(await pay(page)).toBe(200);
    expect(await termsOf(shop)).toEqual(["TRIALING 90"]);
  });

  it("page, which keeps it while it cannot be closed: the next sale of its product has to wait", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const page = await aPage(shop, 0);
    await order(shop, {
      kind: "cut_before",
      method: "POST",
      path: "/v1/checkout/sessions/*/expire",
      count: 9,
    });
    const refused = [await openPage(shop, 0), await start(shop, 0), await startByInvoice(shop, 0)];
    expect(refused.map(({ body }) => body.code)).toEqual(["K7005", "K7005", "K7005"]);
    await shop.stripe.rawRequest("DELETE", "/sandbox/faults");
    expect(await pay(page)).toBe(303);
    await untilTerms(shop, ["TRIALING 90"]);
  });
});

describe("a promise of 90 days serves one, on two processes,", () => {
  let second: SecondProcess;

  beforeAll(async () => {
    second = await openSecondProcess(world, { environment: LEASES });
  });

  afterAll(() => second.close());

  const three = () => Promise.all([aShop(), aShop(), aShop()]);

  it("of two starts by card at once", { tags: ["long"] }, async () => {
    const shops = await three();
    const replies = await Promise.all(
      shops.flatMap((one) => [start(one, 0), start(one, 1, { baseUrl: second.baseUrl })]),
    );
    for (const { status, body } of replies) expect(status, JSON.stringify(body)).toBe(201);
    for (const one of shops) expect(await termsOf(one)).toEqual(["ACTIVE 0", "TRIALING 90"]);
  });

  it("of two starts by invoice at once", { tags: ["long"] }, async () => {
    const shops = await three();
    await Promise.all(
      shops.flatMap((one) => [startByInvoice(one, 0), startByInvoice(one, 1, second.baseUrl)]),
    );
    for (const one of shops) expect(await termsOf(one)).toEqual(["ACTIVE 0", "TRIALING 90"]);
  });

  it("of two pages that are opened at once", { tags: ["long"] }, async () => {
    const shops = await three();
    const pages = await Promise.all(
      shops.flatMap((one) => [openPage(one, 0), openPage(one, 1, second.baseUrl)]),
    );
    expect(await Promise.all(pages.map(({ body }) => pay(body.url)))).toEqual(Array(6).fill(303));
    for (const one of shops) await untilTerms(one, ["ACTIVE 0", "TRIALING 90"]);
  });
});

describe("a promise is given back", () => {
  it("by a start whose card is declined", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const declined = await start(shop, 0, { token: "tok_chargeDeclined" });
    expect([declined.status, declined.body.code]).toEqual([402, "K7001"]);
    expect(await promiseOf(shop)).toEqual(FREE);
    expect((await start(shop, 1)).body.status).toBe("TRIALING");
  });

  it("by a page that the provider refuses to open", { tags: ["long"] }, async () => {
    const shop = await aShop();
    await order(shop, { kind: "cut_before", method: "POST", path: "/v1/checkout/sessions", count: 9 });
    expect((await openPage(shop, 0)).body.code).toBe("K7005");
    await shop.stripe.rawRequest("DELETE", "/sandbox/faults");
    expect(await promiseOf(shop)).toEqual(FREE);
  });

  it("by a start that its cardholder never confirms", { tags: ["long"] }, async () => {
    const shop = await aShop((catalog) => ({ packId: catalog?.plans.pro?.packId }));
    const waiting = await start(shop, 0, { token: "tok_threeDSecure2Required" });
    expect([waiting.status, waiting.body.code]).toEqual([402, "K7002"]);
    expect((await promiseOf(shop)).holder).not.toBeNull();
    await recoverAfter(OVER_S);
    expect(await promiseOf(shop)).toEqual(FREE);
  });

  it("by a page that is completed beside another subscription of the product, and refunded", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop((catalog) => ({ planPriceId: catalog?.plans.pro?.prices[0] ?? "" }));
    const page = await aPage(shop, 0);
    expect((await promiseOf(shop)).holder).not.toBeNull();
    await order(shop, {
      kind: "cut_before",
      method: "POST",
      path: "/v1/checkout/sessions/*/expire",
      count: 9,
    });
    expect((await start(shop, 0, { plan_price_id: shop.price(0, 1) })).status).toBe(201);
    expect(await pay(page)).toBe(303);
    await shop.stripe.rawRequest("DELETE", "/sandbox/faults");
    await vi.waitFor(async () => expect(await promiseOf(shop)).toEqual(FREE), {
      timeout: 45_000,
      interval: 50,
    });
    expect(await termsOf(shop)).toEqual(["ACTIVE 0"]);
  });
});

describe("a process that is killed after it claimed a promise", () => {
  it("for a page gives it back, and no page that was never shown can use it", {
    tags: ["long"],
  }, async () => {
    const shop = await aShop();
    const doomed = await openSecondProcess(world, { environment: LEASES });
    await order(shop, { kind: "timeout_before", method: "POST", path: "/v1/checkout/sessions" });
    const dying = openPage(shop, 0, doomed.baseUrl).catch(() => null);
    await met();
    await doomed.kill();
    expect(await dying).toBeNull();
    expect((await promiseOf(shop)).holder).not.toBeNull();
    expect((await start(shop, 1)).body.status).toBe("ACTIVE");
    await recoverAfter(ABANDONED_S);
    expect(await promiseOf(shop)).toEqual(FREE);
    expect(await pay(await aPage(shop, 0))).toBe(303);
    await untilTerms(shop, ["ACTIVE 0", "TRIALING 90"]);
  });

  it("for a start keeps it, and the recovery completes that start with it", { tags: ["long"] }, async () => {
    const shop = await aShop();
    const doomed = await openSecondProcess(world, { environment: LEASES });
    await order(shop, { kind: "timeout_before", method: "POST", path: "/v1/subscriptions" });
    const dying = start(shop, 0, { baseUrl: doomed.baseUrl }).catch(() => null);
    await met();
    await doomed.kill();
    expect(await dying).toBeNull();
    expect((await start(shop, 1)).body.status).toBe("ACTIVE");
    await recoverAfter(ABANDONED_S);
    expect(await termsOf(shop)).toEqual(["ACTIVE 0", "TRIALING 90"]);
    expect((await promiseOf(shop)).isUsed).toBe(true);
  });
});
