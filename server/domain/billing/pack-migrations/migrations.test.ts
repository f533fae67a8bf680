import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { continueMigration } from "./continue-migration.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A tenant with so many subscribers on version 1, and version 2 published: less of calls, no exports, chat is new. */
async function aMove(subscribers: number) {
  const own = await aTenant(world);
  const features = {
    calls: { type: "METERED" },
    exports: { type: "BOOLEAN" },
    chat: { type: "BOOLEAN" },
  } as const;
  const catalog = await aCatalog(own.scope, {
    features,
    plans: [{ slug: "pro", entitlements: { calls: { limit: 100 }, exports: {} }, prices: [{ amount: 0 }] }],
  });
  const ids: string[] = [];
  const customers: string[] = [];
  for (let index = 0; index < subscribers; index++) {
    const customer = unique("customer");
    const started = await own.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "a@example.com",
      plan_price_id: catalog.plans.pro?.prices[0],
    });
    ids.push(started.body.id);
    customers.push(customer);
  }
  const from = catalog.plans.pro?.packId ?? "";
  const entitlements = [{ feature_key: "calls", limit: 50 }, { feature_key: "chat" }];
  const draft = await own.admin.post("/v1/catalog/packs", { plan_id: catalog.plans.pro?.id, entitlements });
  expect(draft.status, JSON.stringify(draft.body)).toBe(201);
  const to = draft.body.id;
  return { own, ids, customers, from, to };
}

const publish = (own: TestTenant, pack: string) => own.admin.post(`/v1/catalog/packs/${pack}/publish`);
const start = (own: TestTenant, to: string, from: string, fields: object = {}) =>
  own.admin.post(`/v1/catalog/packs/${to}/migrations`, { from_pack_id: from, ...fields });
const get = async (own: TestTenant, id: string) => (await own.admin.get(`/v1/pack-migrations/${id}`)).body;

async function packsOf(own: TestTenant) {
  const rows = await world.services.db.subscription.findMany({
    where: { tenantId: own.id },
    select: { id: true, packId: true, pendingPackId: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ packId, pendingPackId }) => pendingPackId ?? packId);
}

describe("a preview", () => {
  it("lists who gains and loses what, and who has used more than the new limit; changes nothing", {
    tags: ["long"],
  }, async () => {
    const { own, customers, from, to } = await aMove(3);
    const use = { customer: customers[0], feature_key: "calls", quantity: 60 };
    expect((await own.server.post("/v1/billing/usage", use)).status).toBe(201);
    const preview = await own.admin.post(`/v1/catalog/packs/${to}/migrations/preview`, {
      from_pack_id: from,
    });
    expect(preview.body).toMatchObject({
      subscribers: 3,
      gains: ["chat"],
      losses: ["exports"],
      changes: [
        { feature_key: "calls", field: "limit", before: 100, after: 50 },
        { feature_key: "calls", field: "reset_interval", before: "BILLING", after: "MONTH" },
      ],
      over_limit: [{ feature_key: "calls", subscribers: 1 }],
    });
    expect(preview.body.summary).toContain("3 subscribers lose exports");
    expect(await packsOf(own)).toEqual([from, from, from]);
  });
});

describe("moving now", () => {
  it("moves every subscription once, with any number of workers; usage stays", {
    tags: ["long"],
  }, async () => {
    const { own, ids, customers, from, to } = await aMove(7);
    await own.server.post("/v1/billing/usage", {
      customer: customers[0],
      feature_key: "calls",
      quantity: 30,
    });
    await publish(own, to);
    const started = await start(own, to, from);
    expect([started.status, started.body]).toMatchObject([201, { total: 7, moved: 0, effective: "now" }]);
    const second = await start(own, to, from);
    expect([second.status, second.body.code]).toEqual([409, "K5014"]);
    await Promise.all([
      continueMigration(own.scope, started.body.id),
      continueMigration(own.scope, started.body.id),
    ]);
    expect(await get(own, started.body.id)).toMatchObject({ status: "DONE", moved: 7, total: 7 });
    expect(await packsOf(own)).toEqual(Array(7).fill(to));
    const check = await own.server.get(`/v1/billing/entitlements/calls?customer=${customers[0]}`);
    expect(check.body).toMatchObject({ limit: 50, used: 30, remaining: 20 });
    const events = await world.services.db.event.groupBy({
      by: ["objectId"],
      where: { tenantId: own.id, type: "subscription.pack_changed" },
      _count: true,
    });
    expect(events.map(({ objectId, _count }) => [objectId, _count]).sort()).toEqual(
      ids.map((id) => [id, 1]).sort(),
    );
  });

  it("resumes after an interruption, and skips subscriptions that have changed or ended", {
    tags: ["long"],
  }, async () => {
    const { own, ids, from, to } = await aMove(4);
    await publish(own, to);
    const { id } = (await start(own, to, from)).body;
    const { db } = world.services;
    const gone = { tenantId_id: { tenantId: own.id, id: ids[0] ?? "" } };
    await db.subscription.update({ where: gone, data: { status: "CANCELED", endedAt: new Date() } });
    // Killed after the first: one is moved, the job is sent again.
    const item = {
      tenantId_migrationId_subscriptionId: {
        tenantId: own.id,
        migrationId: id,
        subscriptionId: ids[1] ?? "",
      },
    };
    await db.subscription.update({
      where: { tenantId_id: { tenantId: own.id, id: ids[1] ?? "" } },
      data: { packId: to },
    });
    await db.packMigrationItem.update({ where: item, data: { movedAt: new Date() } });
    await db.packMigration.update({
      where: { tenantId_id: { tenantId: own.id, id } },
      data: { status: "RUNNING", moved: 1 },
    });
    await continueMigration(own.scope, id);
    expect(await get(own, id)).toMatchObject({ status: "DONE", moved: 3, total: 3 });
    expect(await packsOf(own)).toEqual([from, to, to, to]);
  });
});

describe("rolling back", () => {
  it("returns every subscription that has not changed since, once", { tags: ["long"] }, async () => {
    const { own, ids, from, to } = await aMove(3);
    await publish(own, to);
    const { id } = (await start(own, to, from)).body;
    await continueMigration(own.scope, id);
    const { db } = world.services;
    const elsewhere = await own.admin.post("/v1/catalog/packs", {
      plan_id: (await db.pack.findFirstOrThrow({ where: { id: to } })).planId,
      from_pack_id: to,
    });
    await db.subscription.update({
      where: { tenantId_id: { tenantId: own.id, id: ids[2] ?? "" } },
      data: { packId: elsewhere.body.id },
    });
    for (let round = 0; round < 2; round++) {
      const back = await own.admin.post(`/v1/pack-migrations/${id}/rollback`);
      expect(back.body.status).toBe("ROLLED_BACK");
      await Promise.all([continueMigration(own.scope, id), continueMigration(own.scope, id)]);
    }
    expect(await get(own, id)).toMatchObject({ status: "ROLLED_BACK", moved: 3, rolled_back: 3 });
    expect(await packsOf(own)).toEqual([from, from, elsewhere.body.id]);
  });

  it("stops one that is running", { tags: ["long"] }, async () => {
    const { own, from, to } = await aMove(2);
    await publish(own, to);
    const { id } = (await start(own, to, from)).body;
    await own.admin.post(`/v1/pack-migrations/${id}/rollback`);
    await continueMigration(own.scope, id);
    expect(await packsOf(own)).toEqual([from, from]);
    expect((await start(own, to, from)).status).toBe(201);
  });
});

describe("one of a plan at a time", () => {
  it("also where one is being taken back, and of two started at once", { tags: ["long"] }, async () => {
    const { own, from, to } = await aMove(2);
    await publish(own, to);
    const twice = await Promise.all([start(own, to, from), start(own, to, from)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    const id = twice.find(({ status }) => status === 201)?.body.id;
    await continueMigration(own.scope, id);
    await own.admin.post(`/v1/pack-migrations/${id}/rollback`);
    const early = await start(own, to, from);
    expect([early.status, early.body.code, early.body.details]).toEqual([409, "K5014", { migration_id: id }]);
    await continueMigration(own.scope, id);
    const next = await start(own, to, from);
    expect([next.status, next.body.total]).toEqual([201, 2]);
    // It is rolled back already: repeating it is harmless, whatever else runs.
    expect((await own.admin.post(`/v1/pack-migrations/${id}/rollback`)).body.status).toBe("ROLLED_BACK");
  });

  it("so that an earlier one is not taken back under it", { tags: ["long"] }, async () => {
    const { own, from, to } = await aMove(1);
    await publish(own, to);
    const first = (await start(own, to, from)).body.id;
    await continueMigration(own.scope, first);
    const { planId } = await world.services.db.pack.findFirstOrThrow({ where: { tenantId: own.id, id: to } });
    const third = (await own.admin.post("/v1/catalog/packs", { plan_id: planId, from_pack_id: to })).body.id;
    await publish(own, third);
    const second = (await start(own, third, to)).body.id;
    const back = () => own.admin.post(`/v1/pack-migrations/${first}/rollback`);
    const early = await back();
    expect([early.status, early.body.code]).toEqual([409, "K5014"]);
    await continueMigration(own.scope, second);
    expect((await back()).status).toBe(200);
    await continueMigration(own.scope, first);
    expect(await packsOf(own)).toEqual([third]);
  });
});

describe("what cannot be", () => {
  it.each([
    ["the same pack", (m: { from: string; to: string }) => [m.from, m.from], 422, "K5015"],
    ["an unknown pack", (m: { from: string; to: string }) => ["pack_nothing", m.from], 404, "K5005"],
    ["a draft", (m: { from: string; to: string }) => [m.to, m.from], 409, "K5007"],
  ] as const)("%s", async (_, packs, status, code) => {
    const move = await aMove(0);
    const [to = "", from = ""] = packs(move);
    const reply = await start(move.own, to, from);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("a migration that is not there", async () => {
    const own = await aTenant(world);
    for (const path of ["", "/rollback"]) {
      const reply = await own.admin.send(path ? "POST" : "GET", `/v1/pack-migrations/nothing${path}`);
      expect([reply.status, reply.body.code]).toEqual([404, "K5016"]);
    }
  });
});

describe("moving at the period's end", () => {
  it("waits for it, and then moves every subscription", { tags: ["long"] }, async () => {
    const own = await aTenant(world, { mode: "TEST" });
    const catalog = await aCatalog(own.scope, {
      features: { calls: { type: "METERED" } },
      plans: [{ slug: "pro", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 0 }] }],
    });
    const clock = (await own.admin.post("/v1/test-clocks", { now: "2027-01-01T00:00:00Z" })).body.id;
    const customer = unique("customer");
    await own.admin.post(`/v1/test-clocks/${clock}/customers`, { customer, email: "a@example.com" });
    const started = await own.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      plan_price_id: catalog.plans.pro?.prices[0],
    });
    const entitlements = [{ feature_key: "calls", limit: 500 }];
    const to = (await own.admin.post("/v1/catalog/packs", { plan_id: catalog.plans.pro?.id, entitlements }))
      .body.id;
    await publish(own, to);
    const { id } = (await start(own, to, catalog.plans.pro?.packId ?? "", { effective: "period_end" })).body;
    await continueMigration(own.scope, id);
    const show = async () => (await own.server.get(`/v1/billing/subscriptions/${started.body.id}`)).body;
    expect(await show()).toMatchObject({ pack_id: catalog.plans.pro?.packId, pending_pack_id: to });
    await own.admin.post(`/v1/test-clocks/${clock}/advance`, { to: "2027-02-01T00:00:01Z" });
    expect(await show()).toMatchObject({ pack_id: to, pending_pack_id: null });
    const check = await own.server.get(`/v1/billing/entitlements/calls?customer=${customer}`);
    expect(check.body.limit).toBe(500);
  });
});
