import { expect } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import type { World } from "../../testing/world.ts";
import { getFirstSteps } from "./get-first-steps.ts";

async function aPair(world: World): Promise<{ live: TestTenant; test: TestTenant }> {
  const live = await aTenant(world, { mode: "LIVE" });
  const test = await aTenant(world, { mode: "TEST" });
  await world.services.db.tenant.update({ where: { id: test.id }, data: { parentId: live.id } });
  return { live, test };
}

const SOLD = {
  plans: [
    { slug: "solo", prices: [{ amount: 1_000 }] },
    { slug: "free", prices: [{ amount: 0 }] },
  ],
};

const doneIn = async ({ scope }: TestTenant) => {
  const { steps } = await getFirstSteps(scope);
  return steps.filter(({ done }) => done).map(({ step }) => step);
};

it("checks off each step where it is taken, and says the same in both tenants", async ({ world }) => {
  const { live, test } = await aPair(world);
  const { db } = world.services;
  await db.application.updateMany({ where: { tenantId: test.id }, data: { revokedAt: new Date(0) } });
  expect(await doneIn(test)).toEqual([]);
  const catalog = await aCatalog(test.scope, SOLD);
  expect(await doneIn(test)).toEqual(["CATALOG"]);
  await test.scope.db.application.updateMany({
    where: { tenantId: test.id, kind: "SERVER" },
    data: { revokedAt: null },
  });
  await aSubscription(test, { price: catalog.plans.free?.prices[0] });
  expect(await doneIn(test)).toEqual(["CATALOG", "KEY"]);
  await aSubscription(test, { price: catalog.plans.solo?.prices[0] });
  expect(await doneIn(test)).toEqual(["CATALOG", "PURCHASE", "KEY"]);
  await aCatalog(live.scope, SOLD);
  expect(await doneIn(live)).toEqual(["CATALOG", "PURCHASE", "KEY", "GO_LIVE"]);
  expect(await getFirstSteps(live.scope)).toEqual(await getFirstSteps(test.scope));
  const { steps, is_done: isDone } = await getFirstSteps(test.scope);
  expect(isDone).toBe(false);
  expect(steps.map(({ step, tenant_id: id }) => [step, id === live.id ? "LIVE" : "TEST"])).toEqual([
    ["CATALOG", "TEST"],
    ["PURCHASE", "TEST"],
    ["KEY", "TEST"],
    ["MAIL", "LIVE"],
    ["CARD_PROVIDER", "LIVE"],
    ["GO_LIVE", "LIVE"],
  ]);
});

it("is done once the LIVE tenant has a subscription, not once the sandbox has", { tags: ["long"] }, async ({
  world,
}) => {
  const { live, test } = await aPair(world);
  for (const tenant of [test, live]) {
    expect((await getFirstSteps(test.scope)).is_done).toBe(false);
    const catalog = await aCatalog(tenant.scope, SOLD);
    await aSubscription(tenant, { price: catalog.plans.solo?.prices[0] });
  }
  expect((await getFirstSteps(test.scope)).is_done).toBe(true);
});
