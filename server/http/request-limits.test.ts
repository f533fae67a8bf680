import { connect } from "node:net";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { ManualClock } from "../platform/clock.ts";
import { sha256 } from "../platform/crypto.ts";
import { createLog } from "../platform/log.ts";
import { createRateLimiter } from "../platform/rate-limit.ts";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../testing/world.ts";

const worlds: World[] = [];
const cleanups: (() => unknown)[] = [];

async function aWorld(environment: Record<string, string>): Promise<World> {
  const world = await openWorld({ environment });
  worlds.push(world);
  return world;
}

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

afterAll(async () => {
  for (const world of worlds) await world.close();
});

it("a back end reads what is left of its limit, and Retry-After past it; other callers have limits of their own", {
  tags: ["long"],
}, async () => {
  const world = await aWorld({ USHER_RATE_LIMIT_SERVER: "20" });
  const [busy, other] = [await aTenant(world), await aTenant(world)];
  const replies = [];
  for (let index = 0; index < 25; index++)
    replies.push(await busy.server.get("/v1/billing/entitlements/x?customer=y"));
  const left = replies.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  const last = replies.at(-1);
  expect([last?.status, last?.body.code, left.at(-1)]).toEqual([429, "K9002", 0]);
  expect(last?.headers.get("ratelimit-limit")).toBe("20");
  const seconds = Number(last?.headers.get("retry-after"));
  expect([seconds > 0 && seconds <= 60, last?.headers.get("ratelimit-reset")]).toEqual([
    true,
    String(seconds),
  ]);
  expect((await other.server.get("/v1/billing/entitlements/x?customer=y")).status).toBe(404);
});

it("guessing credentials is counted by address", async () => {
  const world = await aWorld({ USHER_RATE_LIMIT: "10" });
  const statuses = [];
  for (let index = 0; index < 14; index++) {
    const headers = { "x-app-id": unique("guess"), "x-forwarded-for": "192.0.2.1" };
    statuses.push((await fetch(`${world.baseUrl}/v1/pricing`, { headers })).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});

it("a bearer token beside x-app-id is not counted where the operation needs none", {
  tags: ["long"],
}, async () => {
  const world = await aWorld({ USHER_RATE_LIMIT: "10" });
  const page = (await aTenant(world)).browser;
  const statuses = [];
  for (let index = 0; index < 14; index++) {
    const authorization = `Bearer ${index % 2 === 0 ? unique("dead") : ""}`;
    statuses.push((await page.with({ authorization }).get("/v1/pricing")).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});

it("processes learn what the others have counted", { tags: ["long"] }, async () => {
  const { pool } = (await aWorld({})).services;
  // A clock that does not move: no window ends while they share their counts.
  const parts = { pool, clock: new ManualClock(new Date()), log: createLog("silent") };
  const [one, other] = [createRateLimiter(parts), createRateLimiter(parts)];
  cleanups.push(
    () => one.close(),
    () => other.close(),
  );
  const subject = unique("subject");
  for (let index = 0; index < 100; index++) one.take(subject, 1_000_000);
  await vi.waitFor(
    () => expect(other.take(subject, 1_000_000).remaining).toBeLessThanOrEqual(1_000_000 - 101),
    { timeout: 45_000, interval: 100 },
  );
});

it("a process whose clock was far ahead keeps no window open for the others", {
  tags: ["long"],
}, async () => {
  const { pool } = (await aWorld({})).services;
  const now = Date.now();
  const open = (moment: number) => {
    const limiter = createRateLimiter({
      pool,
      clock: new ManualClock(new Date(moment)),
      log: createLog("silent"),
    });
    cleanups.push(() => limiter.close());
    return limiter;
  };
  const subject = unique("subject");
  const kept = async () => {
    const key = `rate:${sha256(subject)}`;
    return (await pool.query("select points, expire from throttle_buckets where key = $1", [key])).rows[0];
  };
  const ahead = open(now + 3_600_000);
  for (let index = 0; index < 100; index++) ahead.take(subject, 1_000);
  await vi.waitFor(async () => expect((await kept())?.points).toBe(100), { timeout: 45_000 });
  open(now).take(subject, 1_000);
  await vi.waitFor(async () => expect((await kept()).points).toBe(1), { timeout: 45_000 });
  expect(Number((await kept()).expire)).toBeLessThanOrEqual(now + 60_000);
});

it("past its capacity a process says so at once, and does what it has begun", {
  tags: ["long"],
}, async () => {
  const world = await aWorld({ USHER_CAPACITY: "2" });
  const tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { units: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { units: { limit: 100 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  const set = { customer: unique("customer"), feature_key: "units", value: 1 };
  const use = { customer: set.customer, feature_key: "units", quantity: 1 };
  expect((await tenant.admin.post("/v1/billing/usage", use)).status).toBe(201);
  const { pool } = world.services;
  const holder = await pool.connect();
  cleanups.push(() => holder.release(true));
  await holder.query("begin");
  await holder.query("select id from usage_records where tenant_id = $1 for update", [tenant.id]);
  const waiting = [2, 3].map((value) => tenant.admin.post("/v1/billing/usage/set", { ...set, value }));
  await vi.waitFor(
    async () => {
      const { rows } = await holder.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and $1 = any (pg_blocking_pids(pid))",
        [(await holder.query("select pg_backend_pid() as pid")).rows[0].pid],
      );
      expect(rows.length).toBeGreaterThan(0);
      const reply = await tenant.server.get("/v1/billing/entitlements/units?customer=x");
      expect([reply.status, reply.body.code, reply.headers.get("retry-after")]).toEqual([503, "K9011", "1"]);
    },
    { timeout: 20_000 },
  );
  await holder.query("rollback");
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await tenant.server.get("/v1/billing/entitlements/units?customer=x")).status).toBe(200);
});

it("a body nested too deep is refused, however deep", { tags: ["long"] }, async () => {
  const tenant = await aTenant(await aWorld({}));
  for (const levels of [33, 20_000]) {
    const metadata = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const body = `{"email":"deep@example.com","metadata":${metadata}}`;
    const reply = await tenant.server.send("POST", "/v1/waitlist", body);
    expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
  }
});

it("a client that keeps sending a body that is too large gets an answer, and its connection is closed", {
  tags: ["long"],
  timeout: 15_000,
}, async () => {
  const world = await aWorld({});
  const tenant = await aTenant(world);
  const { port } = new URL(world.baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  cleanups.push(() => socket.destroy());
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString();
  });
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const chunk = `4000\r\n${" ".repeat(0x4000)}\r\n`;
  socket.write(
    `POST /v1/waitlist HTTP/1.1\r\nhost: x\r\nx-app-id: ${tenant.adminApplication.appId}\r\n` +
      "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
  );
  const timer = setInterval(() => socket.write(chunk), 10);
  await closed;
  clearInterval(timer);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
});
