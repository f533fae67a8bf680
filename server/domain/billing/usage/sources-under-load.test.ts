import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { type Client, createClient } from "../../../testing/client.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { openSecondProcess, type SecondProcess } from "../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

// Terms of several sources that change while two processes count, and a process that dies while it settles.

let world: World;
let tenant: TestTenant;
let main: TestCatalog;
let addOn: TestCatalog;
let free: TestCatalog;
let other: SecondProcess;
let client: pg.Client;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  other = await openSecondProcess(world);
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const plan = (slug: string, limit: number) => ({
    slug,
    entitlements: { events: { limit, overage: "BILL" as const, prices: [price] } },
    prices: [{ amount: 1000 }],
  });
  main = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [plan("pro", 40), plan("large", 300)],
  });
  const known = main.features;
  addOn = await aCatalog(tenant.scope, {
    known,
    plans: [{ slug: "more", entitlements: { events: { limit: 10 } }, prices: [{ amount: 500 }] }],
  });
  free = await aCatalog(tenant.scope, {
    known,
    plans: [{ slug: "gift", entitlements: { events: { limit: 20 } }, prices: [{ amount: 0 }] }],
    freePlan: "gift",
  });
});

afterAll(async () => {
  await other.close();
  await client.end();
  await world.close();
});

async function aBuyer() {
  const customer = unique("customer");
  const of = (price: string | undefined) => aSubscription(tenant, { customer, price, paidBy: "invoice" });
  const first = await of(main.plans.pro?.prices[0]);
  const second = await of(addOn.plans.more?.prices[0]);
  const asked = { customer, feature_key: "events" };
  const send = (by: Client, quantity: number, event_id: string) =>
    by.post("/v1/billing/usage", { ...asked, quantity, event_id });
  /** Units counted on all counters, and by how many events. */
  const counted = async () =>
    (
      await client.query(
        `select coalesce(sum(r.value), 0)::float as units,
           (select count(*)::int from usage_ledger l where l.tenant_id = $1 and l.customer_id = $2 and l.event_id is not null) as events
         from usage_records r where r.tenant_id = $1 and r.customer_id = $2`,
        [tenant.id, first.customerId],
      )
    ).rows[0];
  return { customer, first, second, asked, send, counted };
}

const elsewhere = (by: Client) => createClient(other.baseUrl, by.headers);

it("64 writers in two processes count exactly, also where one subscription ends meanwhile", {
  tags: ["long"],
}, async () => {
  const servers = [tenant.server, elsewhere(tenant.server)] as const;
  for (const endsMeanwhile of [false, true]) {
    const { first, second, send } = await aBuyer();
    const writers = Array.from({ length: 64 }, (_, index) =>
      send(servers[index % 2 === 0 ? 0 : 1], 3, unique("event")),
    );
    if (endsMeanwhile)
      await tenant.admin.post(`/v1/billing/subscriptions/${second.id}/cancel`, { at: "now" });
    const replies = await Promise.all(writers);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const where = { tenantId: tenant.id, customerId: first.customerId };
    const counters = await world.services.db.usageRecord.findMany({ where });
    const held = new Map(counters.map(({ sourceId, value }) => [sourceId, value.toNumber()]));
    expect([...held.values()].reduce((sum, value) => sum + value, 0)).toBe(192);
    expect(held.get(second.id) ?? 0).toBeLessThanOrEqual(10);
    expect(held.get(free.productId)).toBe(20);
  }
});

it("64 writers in two processes count exactly while a plan changes, an override begins and ends, and a subscription ends", {
  tags: ["long"],
}, async () => {
  const { first, second, asked, send, counted } = await aBuyer();
  const [here, there] = [tenant.server, elsewhere(tenant.server)];
  const events = Array.from({ length: 64 }, () => unique("event"));
  const changes = async () => {
    const price = main.plans.large?.prices[0];
    const { status, body } = await tenant.admin.post("/v1/billing/overrides", {
      ...asked,
      limit_add: 30,
      reason: "a promise",
    });
    const done = await Promise.all([
      tenant.admin.post(`/v1/billing/subscriptions/${first.id}/change-plan`, {
        plan_price_id: price,
        effective: "now",
      }),
      elsewhere(tenant.admin).post(`/v1/billing/overrides/${body.id}/revoke`, {}),
      elsewhere(tenant.admin).post(`/v1/billing/subscriptions/${second.id}/cancel`, { at: "now" }),
    ]);
    return [status, ...done.map(({ status, body }) => [status, body.code])];
  };
  const [changed, ...replies] = await Promise.all([
    changes(),
    ...events.map((event, index) => send(index % 2 === 0 ? here : there, 3, event)),
  ]);
  expect(changed).toEqual([201, [200, undefined], [200, undefined], [200, undefined]]);
  expect(replies.map(({ status, body }) => [status, body.counted])).toEqual(events.map(() => [201, 3]));
  expect(await counted()).toEqual({ units: 192, events: 64 });
  const again = await Promise.all(
    events.map((event, index) => send(index % 2 === 0 ? there : here, 3, event)),
  );
  expect(again.map(({ body }) => body)).toEqual(replies.map(({ body }) => body));
  expect(await counted()).toEqual({ units: 192, events: 64 });
  expect(await foundIn(client, tenant.id)).toEqual([]);
});

/** Waits until a process of ours waits for the lock that the connection holds. */
async function untilBlocked(holder: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))",
      [holder],
    );
    if (rows.length > 0) return;
    await pause(10);
  }
}

it("a process that dies while it settles leaves everything as it was, and the next use settles it once", {
  tags: ["long"],
}, async () => {
  const { first, asked, send, counted } = await aBuyer();
  expect((await send(tenant.server, 100, unique("event"))).status).toBe(201);
  const { db, clock } = tenant.scope;
  const [tenantId, now] = [tenant.id, clock.now()];
  // It begins by itself: no request has settled what was counted before it.
  await db.override.create({
    data: {
      tenantId,
      id: newId("override"),
      customerId: first.customerId,
      featureId: main.features.events ?? "",
      limitAdd: 30,
      reason: "a promise",
      createdBy: "x",
      startsAt: now,
      createdAt: now,
    },
  });
  const holder = new pg.Client({ connectionString: inject("databaseUrl") });
  await holder.connect();
  await holder.query("begin");
  // The next counter's row waits for its customer's: the one before it is closed by then, in the same transaction.
  await holder.query("select 1 from customers where tenant_id = $1 and id = $2 for update", [
    tenantId,
    first.customerId,
  ]);
  const { rows } = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const event = unique("event");
  const lost = send(elsewhere(tenant.server), 7, event).catch(() => null);
  await untilBlocked(rows[0]?.pid ?? 0);
  await other.kill();
  expect(await lost).toBeNull();
  other = await openSecondProcess(world);
  await holder.query("rollback");
  await holder.end();
  expect(await counted()).toEqual({ units: 100, events: 1 });
  const [here, there] = [tenant.server, elsewhere(tenant.server)];
  const replies = await Promise.all([here, there, here, there].map((by) => send(by, 7, event)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await counted()).toEqual({ units: 107, events: 2 });
  // 70 were included, and 30 are owed under the terms before; of the 30 that the override adds, 23 are left.
  const { body } = await here.get(`/v1/billing/entitlements/events?customer=${asked.customer}`);
  expect(body).toMatchObject({ used: 77, limit: 100, remaining: 23, billed_amount: 60 });
  expect(await foundIn(client, tenant.id)).toEqual([]);
});
