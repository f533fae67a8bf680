import { describe, expect } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { continueMigration } from "./continue-migration.ts";

const it = itWith({ hasOwnDatabase: true });

/** One subscriber on the first version of pro, the second on sale, and a migration to it that has moved. */
async function aMove(world: World, effective: "now" | "period_end") {
  const own = await aTenant(world);
  const calls = (limit: number) => ({ calls: { limit } });
  const { plans } = await aCatalog(own.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: calls(100), prices: [{ amount: 0 }, { amount: 0, interval: "YEAR" }] },
      { slug: "max", entitlements: calls(900), prices: [{ amount: 0 }] },
    ],
  });
  const { id, customer } = await aSubscription(own, { price: plans.pro?.prices[0], paidBy: "nothing" });
  const entitlements = [{ feature_key: "calls", limit: 50 }];
  const to = (await own.admin.post("/v1/catalog/packs", { plan_id: plans.pro?.id, entitlements })).body.id;
  await own.admin.post(`/v1/catalog/packs/${to}/publish`);
  const from = plans.pro?.packId ?? "";
  const fields = { from_pack_id: from, effective };
  const migration = (await own.admin.post(`/v1/catalog/packs/${to}/migrations`, fields)).body.id;
  await continueMigration(own.scope, migration);
  const key = { tenantId_id: { tenantId: own.id, id } };
  return {
    own,
    customer,
    plans,
    from,
    to,
    migration,
    key,
    changeTo: (price: string | undefined) =>
      own.server.post(`/v1/billing/subscriptions/${id}/change-plan`, { plan_price_id: price }),
    row: () => world.services.db.subscription.findUniqueOrThrow({ where: key }),
    use: (quantity: number) =>
      own.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity }),
  };
}

const work = (world: World) => createJobHandlers(world.services)["close-periods"]({});

/** As if every period of the tenant ended now. */
async function endPeriods(world: World, tenantId: string) {
  await world.services.db.$executeRaw`
    update usage_records set period_start = period_start - interval '1 year', period_end = now()
    where tenant_id = ${tenantId}`;
}

describe("a pack that waits for the period's end", () => {
  it("is applied by the worker, after what was used before is closed under the old one", {
    tags: ["long"],
  }, async ({ world }) => {
    const { own, to, key, row, use } = await aMove(world, "period_end");
    expect((await use(30)).status).toBe(201);
    await endPeriods(world, own.id);
    const { db } = world.services;
    await db.subscription.update({ where: key, data: { pendingPackAt: new Date() } });
    await Promise.all([work(world), work(world)]);
    expect(await row()).toMatchObject({ packId: to, pendingPackId: null, pendingPackAt: null });
    const closed = await db.usageRecord.findFirstOrThrow({ where: { tenantId: own.id } });
    expect([closed.included?.toNumber(), closed.status]).toEqual([100, "CLOSED"]);
    const events = await db.event.count({
      where: { tenantId: own.id, type: "subscription.pack_changed", objectId: key.tenantId_id.id },
    });
    expect(events).toBe(2);
  });

  it("is dropped when the plan changes", { tags: ["long"] }, async ({ world }) => {
    const { plans, changeTo, row, own, migration } = await aMove(world, "period_end");
    expect((await changeTo(plans.max?.prices[0])).status).toBe(200);
    const moved = { packId: plans.max?.packId, pendingPackId: null, pendingPackAt: null };
    expect(await row()).toMatchObject(moved);
    await own.admin.post(`/v1/pack-migrations/${migration}/rollback`);
    await continueMigration(own.scope, migration);
    expect(await row()).toMatchObject(moved);
  });

  it("is due when a change of interval cuts the period short", { tags: ["long"] }, async ({ world }) => {
    const { plans, changeTo, row, to, from, key } = await aMove(world, "period_end");
    // The provider's moments are whole seconds, and the next period must not begin in the one of this.
    const currentPeriodStart = new Date(Date.now() - 60_000);
    const waits = await world.services.db.subscription.update({ where: key, data: { currentPeriodStart } });
    expect(waits).toMatchObject({ packId: from, pendingPackId: to, pendingPackAt: waits.currentPeriodEnd });
    expect((await changeTo(plans.pro?.prices[1])).status).toBe(200);
    const changed = await row();
    expect(changed.currentPeriodEnd?.getTime()).toBeGreaterThan(waits.currentPeriodEnd?.getTime() ?? 0);
    expect(changed).toMatchObject({ packId: from, pendingPackAt: changed.currentPeriodStart });
    await work(world);
    expect(await row()).toMatchObject({ packId: to, pendingPackId: null, pendingPackAt: null });
  });
});

describe("a rollback", () => {
  it("leaves what was used in an ended period under the pack it was used under", async ({ world }) => {
    const { own, from, migration, row, use } = await aMove(world, "now");
    expect((await use(30)).status).toBe(201);
    await endPeriods(world, own.id);
    await own.admin.post(`/v1/pack-migrations/${migration}/rollback`);
    await continueMigration(own.scope, migration);
    expect((await row()).packId).toBe(from);
    const closed = await world.services.db.usageRecord.findFirstOrThrow({ where: { tenantId: own.id } });
    expect([closed.included?.toNumber(), closed.status]).toEqual([50, "CLOSED"]);
  });
});
