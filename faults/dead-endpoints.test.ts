import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BACKOFF, DELIVERY_POOLS } from "../server/domain/webhooks/rules.ts";
import { plannedWait } from "../server/platform/backoff.ts";
import { aCatalog } from "../server/testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../server/testing/a-tenant.ts";
import { createClient } from "../server/testing/client.ts";
import { deadReceivers } from "../server/testing/dead-receivers.ts";
import { manyEndpoints, writeEvents } from "../server/testing/many-endpoints.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { aReceiver, type Receiver, takes } from "../server/testing/receiver.ts";
import { residentMemory } from "../server/testing/resident-memory.ts";
import { openSecondProcess, type SecondProcess } from "../server/testing/second-process.ts";
import { openWorld, type World } from "../server/testing/world.ts";
import { isLong, tell } from "./rounds.ts";

// Webhooks are due for thousands of endpoints that are dead, each in one of six ways, while a web process answers and a worker does
// its jobs. The long form has 10,000 deliveries of 3,000 tenants; `npm run test:faults -- dead-endpoints` prints its figures.

const TENANTS = isLong ? 3_000 : 240;
const DELIVERIES = isLong ? 10_000 : 800;
/** Events of a healthy endpoint, one after the other. */
const EVENTS = isLong ? 120 : 10;
/** The pause between two checks of an entitlement, which go on during the whole test. */
const BETWEEN_CHECKS_MS = 10;
const QUIET_MS = isLong ? 30_000 : 2_000;
const MAX_LINES = 200;
/** In the long form: how long a healthy endpoint waits, and the worker's memory as a multiple of what it was when all was quiet. */
const MAX_WAIT_SECONDS = 5;
const MAX_MEMORY = 1.3;
/** Due every minute. */
const JOBS = [
  "recover",
  "lapse-invitations",
  "close-periods",
  "manual-invoicing",
  "tell-ahead",
  "move-clocks",
  "seal-audit",
];

let world: World;
let tenant: TestTenant;
let healthy: Receiver;
let worker: SecondProcess;
let web: SecondProcess;

beforeAll(async () => {
  world = await openWorld({
    environment: { DATABASE_URL: await ownDatabase(), USHER_WEBHOOKS_TO_PRIVATE: "true" },
  });
  tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 1e6 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  healthy = await aReceiver();
  const environment = { LOG_LEVEL: "warn", USHER_RATE_LIMIT: "0" };
  [worker, web] = await Promise.all([
    openSecondProcess(world, { role: "worker", environment }),
    openSecondProcess(world, { environment }),
  ]);
});

afterAll(async () => {
  await Promise.all([worker.close(), web.close()]);
  await healthy.stop();
  await world.close();
});

/** The 99th percentile of the milliseconds that a check takes, one after the other until `time` is over. */
async function timeChecks(time: Promise<unknown>): Promise<number> {
  const client = createClient(web.baseUrl, tenant.server.headers);
  const took: number[] = [];
  let isOver = false;
  const over = time.finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n++) {
    const startedAt = performance.now();
    const { status } = await client.get(`/v1/billing/entitlements/calls?customer=c${n % 20}`);
    took.push(performance.now() - startedAt);
    expect(status).toBe(200);
    await pause(BETWEEN_CHECKS_MS);
  }
  await over;
  return took.sort((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

async function unfinishedJobs(since: Date): Promise<string[]> {
  const { rows } = await world.services.pool.query<{ name: string }>({
    text: "select distinct name from jobs.job where state = 'completed' and started_on >= $1",
    values: [since],
  });
  return JOBS.filter((name) => !rows.some((row) => row.name === name));
}

/** Tries that came sooner after the one before than the backoff allows. */
async function earlyTries(): Promise<number> {
  const waits = Array.from({ length: BACKOFF.attempts }, (_, n) => 0.75 * plannedWait(BACKOFF, n + 1));
  const { rows } = await world.services.pool.query<{ early: number }>({
    text: `select count(*)::int as early from (
        select started_at, duration_ms, row_number() over tries as nth,
          lag(started_at) over tries as before from webhook_attempts
        window tries as (partition by tenant_id, endpoint_id, event_id order by started_at)) t
      where nth > 1 and extract(epoch from started_at - before) < ($1::float8[])[nth - 1]`,
    values: [waits],
  });
  return rows[0]?.early ?? -1;
}

it("thousands of dead endpoints delay no healthy one, no job and no request", {
  timeout: 3_600_000,
}, async () => {
  const { db, pool } = world.services;
  const dead = await deadReceivers();
  const arrivedAt = new Map<string, number>();
  healthy.behave((arrival, ...rest) => {
    arrivedAt.set(arrival.headers["webhook-id"] ?? "", performance.now());
    takes(arrival, ...rest);
  });
  // One that has accepted something before, and one that is new.
  const [known, untried] = await manyEndpoints(world.services, [healthy.url, healthy.url]);
  const knownId = known?.tenantId ?? "";
  const arrive = async (ids: string[]) => {
    await expect
      .poll(() => ids.every((id) => arrivedAt.has(id)), { timeout: 120_000, interval: 20 })
      .toBe(true);
  };
  await arrive(await writeEvents(world.services, [knownId], 1));
  await timeChecks(pause(QUIET_MS));
  const quiet = { check: await timeChecks(pause(QUIET_MS)), memory: await residentMemory(worker) };

  const kinds = Object.values(dead.urls);
  const urls = Array.from({ length: TENANTS }, (_, n) => kinds[n % kinds.length] ?? "");
  const tenantIds = (await manyEndpoints(world.services, urls)).map(({ tenantId }) => tenantId);
  const startedAt = new Date();
  const each = Math.floor(DELIVERIES / TENANTS);
  await writeEvents(world.services, tenantIds, each);
  await writeEvents(world.services, tenantIds.slice(0, DELIVERIES - each * TENANTS), 1);
  await expect.poll(dead.mostOpen).toBeGreaterThan(20);

  const waits: number[] = [];
  let memory = 0;
  let mostUnderWay = 0;
  // As one cheap statement: the same thread measures the checks.
  const areUntried = async () => {
    const text = "select 1 from webhook_deliveries where attempts = 0 and tenant_id = any($1) limit 1";
    return (await pool.query({ text, values: [tenantIds] })).rowCount !== 0;
  };
  const allTried = async () => {
    await expect.poll(areUntried, { timeout: 1_800_000, interval: 1_000 }).toBe(false);
  };
  const checked = timeChecks(allTried());
  for (let n = 0; n < EVENTS; n++) {
    const writtenAt = performance.now();
    const ids = await writeEvents(world.services, [n === 0 ? (untried?.tenantId ?? "") : knownId], 1);
    await arrive(ids);
    waits.push(...ids.map((id) => ((arrivedAt.get(id) ?? 0) - writtenAt) / 1_000));
    if (n === 0)
      // A new endpoint does not wait until all dead ones have been tried.
      expect(await areUntried()).toBe(true);
    memory = Math.max(memory, await residentMemory(worker));
    const underWay = await db.webhookDelivery.count({ where: { leaseUntil: { not: null } } });
    mostUnderWay = Math.max(mostUnderWay, underWay);
  }
  await expect.poll(() => unfinishedJobs(startedAt), { timeout: 300_000, interval: 500 }).toEqual([]);
  const check = await checked;
  memory = Math.max(memory, await residentMemory(worker));

  const failed = await pool.query("select name, state from jobs.job where state in ('retry', 'failed')");
  expect(failed.rows).toEqual([]);
  expect(await earlyTries()).toBe(0);
  expect(mostUnderWay).toBeLessThanOrEqual(DELIVERY_POOLS.UNTRIED.most + DELIVERY_POOLS.FAILING.most);
  expect(worker.lines()).toBeLessThan(MAX_LINES);
  const tries = await db.webhookAttempt.count({ where: { tenantId: { in: tenantIds } } });
  await dead.close();
  const longestWait = Math.max(...waits);
  tell("dead endpoints", {
    deliveries: DELIVERIES,
    tenants: TENANTS,
    tries,
    "most under way": mostUnderWay,
    "healthy: longest wait, s": longestWait.toFixed(1),
    "untried: wait, s": (waits[0] ?? 0).toFixed(1),
    "checks, p99, ms": check.toFixed(1),
    "checks, p99 to quiet": (check / quiet.check).toFixed(2),
    "worker's memory, quiet, MB": Math.round(quiet.memory),
    "worker's memory, most, MB": Math.round(memory),
    "worker's memory to quiet": (memory / quiet.memory).toFixed(2),
    "lines written": worker.lines(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
  });
  if (!isLong) return;
  expect(longestWait).toBeLessThanOrEqual(MAX_WAIT_SECONDS);
  // NaN where there is no /proc.
  if (!Number.isNaN(memory)) expect(memory / quiet.memory).toBeLessThanOrEqual(MAX_MEMORY);
});
