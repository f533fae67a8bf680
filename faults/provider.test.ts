import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ManualClock } from "../server/platform/clock.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { openSecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { isLong, ROUNDS, tell } from "./rounds.ts";
import { aShop } from "./shop.ts";

// The card provider is slow, breaks off, says that it failed when it did not, sends its notices twice, late, or not at all.

const CUSTOMERS = 6;
const FAULTS = isLong ? ROUNDS : 6;
const KINDS = [
  "error_before",
  "error_after",
  "rate_limit",
  "slow",
  "cut_before",
  "cut_after",
  "webhook_duplicate",
  "webhook_reorder",
  "webhook_delay",
  "webhook_lose",
  // Takes as long as we have patience.
  ...(isLong ? ["timeout_after"] : []),
];
const MOST_ANSWERS_BETWEEN = 5;

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock, environment: { DATABASE_URL: await ownDatabase() } });
});

afterAll(() => world.close());

it("a card provider that is slow, down or lies makes nobody pay twice or for nothing", {
  timeout: 90_000 + FAULTS * 10_000,
}, async () => {
  const startedAt = performance.now();
  const shop = await aShop(world, clock);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(shop.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const [web, worker] = await Promise.all([
    openSecondProcess(world, { role: "web" }),
    openSecondProcess(world, { role: "worker" }),
  ]);
  const customers = shop.open({ customers: CUSTOMERS, url: () => web.baseUrl });
  for (let fault = 0; fault < FAULTS; fault++) {
    const kind = KINDS[fault % KINDS.length];
    await stripe.rawRequest("POST", "/sandbox/faults", {
      kind,
      delay_ms: 500,
      count: randomInt(1, 4),
      ...(!kind?.startsWith("webhook") && { method: "POST", path: "/v1/*" }),
    });
    const until = shop.figures.answers + randomInt(1, MOST_ANSWERS_BETWEEN);
    while (shop.figures.answers < until) {
      customers.check();
      await pause(5);
    }
  }
  await stripe.rawRequest("DELETE", "/sandbox/faults");
  await customers.stop();
  expect(await web.terminate()).toBe(0);
  expect(await worker.terminate()).toBe(0);
  await shop.verify();
  tell("card provider", {
    faults: FAULTS,
    ...shop.figures,
    subscriptions: shop.promised.subscriptions.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
