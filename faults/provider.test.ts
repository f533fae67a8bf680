import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { createClient, type Reply } from "../server/testing/client.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { openSecondProcess } from "../server/testing/second-process.ts";
import { openWorld, unique, type World } from "../server/testing/world.ts";
import { isLong, ROUNDS, tell } from "./rounds.ts";
import { aShop } from "./shop.ts";

// The card provider lies (says that it failed when it did not, breaks off, sends its notices twice, late or not at all), hangs,
// and is unavailable. Operations that do not need it are not affected.

const FAULTS = isLong ? ROUNDS : 3;
const KINDS = [
  "error_after",
  "cut_after",
  "webhook_lose",
  "error_before",
  "webhook_duplicate",
  "webhook_reorder",
  "webhook_delay",
  "rate_limit",
  "cut_before",
  "slow",
  // Lasts until our own timeout.
  ...(isLong ? ["timeout_after"] : []),
];
/** The SDK tries three times by itself: fewer are survived by it, more reach us. */
const MAX_TIMES = 4;
const MAX_ANSWERS_BETWEEN = 3;
const CUSTOMERS = 2;

/** A process with little capacity, and more buyers than that: all wait for the provider. */
const CAPACITY = 4;
const CONNECTIONS = 2;
const BUYERS = 6;
const HANGS_MS = 5_000;
const CHECKS = 10;
const AWAY_MS = isLong ? 20_000 : 1_500;

let world: World;
let provider: Awaited<ReturnType<typeof createStripeSandbox>>;
const clock = new ManualClock(new Date());

const openProvider = (port = 0) =>
  createStripeSandbox({ databaseUrl: world.services.config.databaseUrl ?? "", port });

beforeAll(async () => {
  world = await openWorld({ clock, environment: { DATABASE_URL: await ownDatabase() } });
  // The same account at another address, which can go away.
  provider = await openProvider();
});

afterAll(async () => {
  await provider?.close();
  await world?.close();
});

it("with a card provider that gives false answers, hangs or is unavailable no customer pays twice or for nothing, and other requests stay fast", {
  timeout: 120_000 + FAULTS * 15_000,
}, async () => {
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const { hostname: host, port } = new URL(provider.url);
  const stripe = new Stripe(shop.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const order = (fault: object) => stripe.rawRequest("POST", "/sandbox/faults", fault);
  const environment = { USHER_TEST_SANDBOX: provider.url };
  const [web, worker] = await Promise.all([
    openSecondProcess(world, {
      environment: {
        ...environment,
        USHER_CAPACITY: String(CAPACITY),
        USHER_POOL_SIZE: String(CONNECTIONS),
      },
    }),
    openSecondProcess(world, { role: "worker", environment }),
  ]);
  const url = () => web.baseUrl;
  const server = createClient(web.baseUrl, shop.tenant.server.headers);
  const invoiced: string[] = [];

  /** Retries until there is capacity: buyers who are refused at once use some for a moment, too. */
  async function untilCapacity(call: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      const reply = await call();
      if (reply.body.code !== "K9011") return reply;
      await pause(10);
    }
  }

  /** How long a check takes for each of some that came one after the other, shortest first; ms. */
  async function checked(): Promise<number[]> {
    const customer = unique("reader");
    const took: number[] = [];
    for (let check = 0; check < CHECKS; check++) {
      const begun = performance.now();
      const reply = await untilCapacity(() =>
        server.get(`/v1/billing/entitlements/calls?customer=${customer}`),
      );
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      took.push(performance.now() - begun);
    }
    return took.sort((a, b) => a - b);
  }

  /** Sells a plan to a customer who pays by invoice, and then a more expensive one. */
  async function sellByInvoice(): Promise<void> {
    const customer = unique("invoiced");
    const sale = {
      customer,
      email: `${customer}@example.com`,
      provider: "PROVIDER_B",
      plan_price_id: shop.catalog.plans.basic?.prices[0],
    };
    const sold = await untilCapacity(() => server.post("/v1/billing/subscriptions", sale));
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    const change = { plan_price_id: shop.catalog.plans.pro?.prices[0] };
    const path = `/v1/billing/subscriptions/${sold.body.id}/change-plan`;
    const changed = await untilCapacity(() => server.post(path, change));
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    invoiced.push(sold.body.id);
  }

  // It lies.
  const customers = shop.open({ customers: CUSTOMERS, url, only: "subscribes" });
  for (let fault = 0; fault < FAULTS; fault++) {
    const kind = KINDS[fault % KINDS.length];
    const count = randomInt(1, MAX_TIMES + 1);
    const where = !kind?.startsWith("webhook") && { method: "POST", path: "/v1/*" };
    await order({ kind, delay_ms: 500, count, ...where });
    const until = shop.figures.answers + randomInt(1, MAX_ANSWERS_BETWEEN + 1);
    while (shop.figures.answers < until) {
      customers.check();
      await pause(5);
    }
  }
  await stripe.rawRequest("DELETE", "/sandbox/faults");
  await customers.stop();

  // It hangs.
  const before = await checked();
  await order({ kind: "slow", delay_ms: HANGS_MS, count: 1_000 });
  const buyers = shop.open({ customers: BUYERS, url, only: "subscribes" });
  await pause(500);
  const hangingAt = performance.now();
  const during = await checked();
  await sellByInvoice();
  const hanging = performance.now() - hangingAt;
  await stripe.rawRequest("DELETE", "/sandbox/faults");
  const median = (times: number[]) => times[CHECKS / 2] ?? 0;
  expect(during.at(-1)).toBeLessThan(HANGS_MS);
  expect(median(during)).toBeLessThan(5 * median(before) + 250);

  // It is away, while they are still at what they began.
  const bought = buyers.stop();
  bought.catch(() => undefined);
  await provider.close();
  const awayAt = performance.now();
  const card = { customer: unique("early"), email: "early@example.com" };
  const refused = await untilCapacity(() => server.post("/v1/billing/cardprovider/setup-intent", card));
  expect([refused.status, refused.body.code], JSON.stringify(refused.body)).toEqual([503, "K7005"]);
  const away = await checked();
  await sellByInvoice();
  await pause(Math.max(0, AWAY_MS - (performance.now() - awayAt)));
  buyers.check();
  provider = await openProvider(Number(port));
  const awayMs = performance.now() - awayAt;

  await bought;
  expect(await web.terminate()).toBe(0);
  expect(await worker.terminate()).toBe(0);
  await shop.verify();
  const rows = await world.services.db.subscription.findMany({
    where: { tenantId: shop.tenant.id, provider: "PROVIDER_B" },
    select: { id: true, status: true, plan: { select: { slug: true } } },
  });
  expect(rows.map(({ id }) => id).sort()).toEqual(invoiced.sort());
  for (const { status, plan } of rows) expect([status, plan.slug]).toEqual(["ACTIVE", "pro"]);
  tell("card provider", {
    lies: FAULTS,
    "hung for, ms": Math.round(hanging),
    "away for, ms": Math.round(awayMs),
    ...shop.figures,
    subscriptions: shop.promised.subscriptions.length,
    "check before, ms": Math.round(median(before)),
    "while it hangs": Math.round(median(during)),
    slowest: Math.round(during.at(-1) ?? 0),
    "while it is away": Math.round(median(away)),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
