import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { recordUsage, recordUsageBatch } from "./record-usage.ts";

// Concurrent uses and checks share their statements. The responses must not show it.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

async function aShop(limit: number) {
  const tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { units: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "free", entitlements: { units: { limit }, seats: { limit: 5 } }, prices: [{ amount: 0 }] },
    ],
    freePlan: "free",
  });
  const use = (customer: string, quantity = 1, more: object = {}) =>
    recordUsage(tenant.scope, { customer, feature_key: "units", quantity, mode: "strict", ...more });
  const check = (customer: string) =>
    checkEntitlement(tenant.scope, { customer, feature_key: "units", quantity: 1 });
  return { tenant, scope: tenant.scope, use, check };
}

describe("uses at the same moment", () => {
  it("of one counter: each receipt has a different total, and the ledger has the same ones", async () => {
    const { scope, use } = await aShop(1e6);
    const customer = unique("customer");
    await use(customer);
    const receipts = await Promise.all(Array.from({ length: 60 }, () => use(customer, 2)));
    expect(receipts.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, index) => 1 + 2 * (index + 1)),
    );
    const ledger = await scope.db.usageLedgerEntry.findMany({ where: { tenantId: scope.tenantId } });
    const recorded = new Map(ledger.map(({ id, usedAfter }) => [id, usedAfter?.toNumber()]));
    for (const { id, used } of receipts) expect(recorded.get(id)).toBe(used);
  });

  it("up to the limit: exactly what fits, and one event for the use that reaches it", {
    tags: ["long"],
  }, async () => {
    const { scope, use } = await aShop(50);
    const customer = unique("customer");
    const settled = await Promise.allSettled(Array.from({ length: 80 }, () => use(customer)));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    const reached = { tenantId: scope.tenantId, type: "usage.limit_reached" };
    expect(await scope.db.event.count({ where: reached })).toBe(1);
  });

  it("a refused one does not affect the others, one by one or in a batch", { tags: ["long"] }, async () => {
    const { scope, use } = await aShop(100);
    const customer = unique("customer");
    await use(customer);
    const [large, ...small] = await Promise.allSettled([
      use(customer, 1000),
      ...Array.from({ length: 20 }, () => use(unique("other"))),
    ]);
    expect([large?.status, ...small.map(({ status }) => status)]).toEqual([
      "rejected",
      ...Array(20).fill("fulfilled"),
    ]);
    const quantities = [5, 1000, 5];
    const { items } = await recordUsageBatch(scope, {
      items: quantities.map((quantity) => ({ customer, feature_key: "units", quantity, mode: "strict" })),
    });
    expect(items.map(({ status, receipt }) => [status, receipt?.used])).toEqual([
      ["counted", 6],
      ["refused", undefined],
      ["counted", 11],
    ]);
  });

  it("the same event from many requests counts once and gets the same receipt", async () => {
    const { use, check } = await aShop(1e6);
    const customer = unique("customer");
    await use(customer);
    const event_id = unique("event");
    const receipts = await Promise.all(Array.from({ length: 30 }, () => use(customer, 3, { event_id })));
    expect(new Set(receipts.map(({ id, used }) => `${id} ${used}`)).size).toBe(1);
    const elsewhere = await Promise.allSettled([
      use(unique("other"), 3, { event_id }),
      use(customer, 1, { event_id: unique("event") }),
    ]);
    expect(elsewhere.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect((await check(customer)).used).toBe(5);
  });
});

describe("checks at the same moment", () => {
  it("give each tenant the result for its own customer, also when their names are the same", async () => {
    const shops = [await aShop(10), await aShop(20), await aShop(30)];
    const customer = unique("same name");
    for (const [index, { use }] of shops.entries()) await use(customer, index + 1);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => shops[index % 3]?.check(customer)),
    );
    expect(answers.map((answer) => [answer?.limit, answer?.used])).toEqual(
      Array.from({ length: 30 }, (_, index) => [10 * ((index % 3) + 1), (index % 3) + 1]),
    );
    const [own, foreign] = shops;
    const { id } = (await own?.scope.db.customer.findFirst({ where: { externalId: customer } })) ?? {};
    const asked = [foreign?.check(id ?? ""), own?.check(id ?? "")];
    const settled = await Promise.allSettled(asked);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });

  it("count every dimension, however many there are", async () => {
    const { use, check } = await aShop(1e6);
    const customer = unique("customer");
    for (let index = 1; index <= 25; index++) {
      await use(customer, index, { dimension: `d${index}` });
      if (index > 18) expect((await check(customer)).used).toBe((index * (index + 1)) / 2);
    }
  });

  it("come after what the caller wrote: every use, override and value set is in the next answer", {
    tags: ["long"],
  }, async () => {
    const { tenant, use, check } = await aShop(100);
    const busy = unique("busy");
    const customers = Array.from({ length: 8 }, () => unique("customer"));
    let isDone = false;
    const noise = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isDone) await check(busy);
      }),
    );
    await Promise.all(
      customers.map(async (customer) => {
        for (let round = 1; round <= 5; round++) {
          await use(customer);
          expect((await check(customer)).used).toBe(round);
        }
        const override = { customer, feature_key: "units", limit_add: 7, reason: "r" };
        expect((await tenant.admin.post("/v1/billing/overrides", override)).status).toBe(201);
        expect((await check(customer)).limit).toBe(107);
        await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "units", value: 42 });
        expect((await check(customer)).used).toBe(42);
      }),
    );
    isDone = true;
    await noise;
  });

  it("of a free plan that has just changed use the new one", async () => {
    const { tenant, check } = await aShop(100);
    const customer = unique("customer");
    expect((await check(customer)).limit).toBe(100);
    const { id } = (await tenant.admin.get("/v1/catalog/products")).body.data[0];
    const changed = await tenant.admin.send("PATCH", `/v1/catalog/products/${id}`, { free_plan_id: null });
    expect(changed.status).toBe(200);
    expect(await check(customer)).toMatchObject({ allowed: false, reason: "NO_SUBSCRIPTION" });
  });
});
