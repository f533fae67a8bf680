import { afterAll, beforeAll, expect, it } from "vitest";
import { DELIVERY_POOLS } from "../domain/webhooks/rules.ts";
import { createLog } from "../platform/log.ts";
import { deadReceivers } from "../testing/dead-receivers.ts";
import { manyEndpoints, writeEvents } from "../testing/many-endpoints.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { aReceiver, type Receiver } from "../testing/receiver.ts";
import { openWorld, type World } from "../testing/world.ts";
import { startWebhookLoop } from "./webhook-loop.ts";

// 300 endpoints that hang and five connections: the pool was used up by their results, and nothing else was delivered.

const DEAD = 300;
const EVENTS = 3;

let world: World;
let quick: Receiver;
const lines: string[] = [];

beforeAll(async () => {
  const environment = {
    DATABASE_URL: await ownDatabase(),
    USHER_WEBHOOKS_TO_PRIVATE: "true",
    USHER_POOL_SIZE: "5",
  };
  const log = createLog("warn", { write: (line: string) => void lines.push(line) });
  world = await openWorld({ environment, log });
  quick = await aReceiver();
});

afterAll(async () => {
  await quick.stop();
  await world.close();
});

it("endpoints that hang keep no other waiting, use up no connections of the database and fill no log", async () => {
  const { services } = world;
  const dead = await deadReceivers();
  const hung = await manyEndpoints(
    services,
    Array.from({ length: DEAD }, () => dead.urls.hangs),
  );
  const tenantIds = hung.map(({ tenantId }) => tenantId);
  await writeEvents(services, tenantIds, EVENTS);
  const [healthy] = await manyEndpoints(services, [quick.url]);
  const isUnderWay = { leaseUntil: { not: null } };
  let mostUnderWay = 0;
  let mostWaiting = 0;
  const watching = setInterval(() => {
    mostWaiting = Math.max(mostWaiting, services.pool.waitingOf("delivery"));
  }, 5);
  const loop = startWebhookLoop(services);
  try {
    await expect.poll(dead.mostOpen).toBeGreaterThan(20);
    // Neither tried before nor the first in the queue: all others wait longer.
    await writeEvents(services, [healthy?.tenantId ?? ""], 5);
    await expect.poll(() => quick.arrivals.length).toBe(5);
    const untried = await services.db.webhookDelivery.count({
      where: { tenantId: { in: tenantIds }, attempts: 0 },
    });
    expect(untried).toBeGreaterThan(0);
    // Each dead endpoint is tried, and some again.
    const failures = async () => {
      mostUnderWay = Math.max(mostUnderWay, await services.db.webhookDelivery.count({ where: isUnderWay }));
      return services.db.webhookAttempt.count({ where: { error: { not: null } } });
    };
    await expect.poll(failures, { timeout: 120_000 }).toBeGreaterThan(DEAD);
  } finally {
    clearInterval(watching);
    await loop.stop();
    await dead.close();
  }
  expect(mostUnderWay).toBeGreaterThan(0);
  expect(mostUnderWay).toBeLessThanOrEqual(DELIVERY_POOLS.UNTRIED.most + DELIVERY_POOLS.FAILING.most);
  // A look, a page that is claimed and two batches of results.
  expect(mostWaiting).toBeLessThanOrEqual(4);
  expect(lines.length).toBeLessThan(10);
  const tried = await services.db.webhookDelivery.findMany({ where: { tenantId: { in: tenantIds } } });
  const rows = await services.db.webhookAttempt.groupBy({ by: ["eventId"], _count: true });
  const counts = new Map(rows.map(({ eventId, _count }) => [eventId, _count]));
  // What is counted is what was made: nothing is left under way.
  for (const { eventId, attempts, leaseUntil } of tried)
    expect([attempts, leaseUntil]).toEqual([counts.get(eventId) ?? 0, null]);
}, 300_000);
