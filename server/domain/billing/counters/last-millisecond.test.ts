// @module-tag ci
import pg from "pg";
import { expect, inject } from "vitest";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { changePlan } from "../subscriptions/change/change-plan.ts";
import { recordUsage } from "../usage/record-usage.ts";

// Terms that change again and again in the last millisecond of an allowance period, in which no further counter has a place.

let tenant: TestTenant;
let catalog: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const bills = { overage: "BILL" as const, prices: [price] };
  const sold = { prices: [{ amount: 1000 }] };
  catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { events: { ...bills, limit: 100 } }, ...sold },
      { slug: "large", entitlements: { events: { ...bills, limit: 1000 } }, ...sold },
      { slug: "kind", entitlements: { events: { limit: 100, overage: "ALLOW" } }, ...sold },
      { slug: "kinder", entitlements: { events: { limit: 110, overage: "ALLOW" } }, ...sold },
      { slug: "daily", entitlements: { events: { ...bills, limit: 100, resetInterval: "DAY" } }, ...sold },
    ],
  });
});

/** A subscriber whom we invoice, in the last millisecond of the period, who has used so many units a second before. */
async function aUser(plan: string, used: number) {
  const sold = await aSubscription(tenant, { price: catalog.plans[plan]?.prices[0], paidBy: "invoice" });
  const { db } = tenant.scope;
  const of = { tenantId: tenant.id, customerId: sold.customerId };
  const { currentPeriodEnd } = await db.subscription.findFirstOrThrow({ where: of });
  const end = currentPeriodEnd ?? new Date(0);
  const clock = new ManualClock(addSeconds(end, -1));
  const scope = { ...tenant.scope, clock };
  const named = { customer: sold.customer, feature_key: "events" };
  const use = (quantity: number) => recordUsage(scope, { ...named, quantity, mode: "strict" });
  await use(used);
  clock.moveTo(addSeconds(end, -0.001));
  return {
    use,
    check: () => checkEntitlement(scope, { ...named, quantity: 1 }),
    change: (to: string) =>
      changePlan(scope, {
        id: sold.id,
        effective: "now",
        plan_price_id: catalog.plans[to]?.prices[0] ?? "",
      }),
    /** What was counted and billed once the period has ended, the oldest counter first. */
    async billed() {
      clock.moveTo(addSeconds(end, 1));
      await closeEndedPeriods(scope, { customerId: sold.customerId });
      const rows = await db.usageRecord.findMany({ where: of, orderBy: { id: "asc" } });
      return rows.map(({ value, billedAmount }) => [value.toNumber(), Number(billedAmount)]);
    },
  };
}

async function theDoctorFinds() {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  return foundIn(client, tenant.id).finally(() => client.end());
}

it("the last of several changes holds, and what was owed before them stays owed", {
  tags: ["long"],
}, async () => {
  const { use, check, change, billed } = await aUser("pro", 150);
  await change("large");
  await change("pro");
  expect(await check()).toMatchObject({ used: 100, limit: 100, remaining: 0, billed_amount: 100 });
  await use(5);
  expect(await check()).toMatchObject({ used: 105, limit: 100, billed_amount: 110 });
  await change("large");
  expect(await check()).toMatchObject({ used: 105, limit: 1000, remaining: 895, billed_amount: 100 });
  expect(await theDoctorFinds()).toEqual([]);
  expect(await billed()).toEqual([
    [150, 100],
    [5, 0],
  ]);
});

it("units that cost nothing when they were used cost nothing afterwards", async () => {
  const { use, check, change, billed } = await aUser("kind", 150);
  await change("kinder");
  await change("pro");
  expect(await check()).toMatchObject({ used: 150, limit: 100, remaining: 0, billed_amount: 0 });
  await use(5);
  expect(await theDoctorFinds()).toEqual([]);
  expect((await billed()).map(([, amount]) => amount)).toEqual([0, 10]);
});

it("a day's allowance is not given twice where the calendar changes and changes back", {
  tags: ["long"],
}, async () => {
  const { use, check, change, billed } = await aUser("daily", 80);
  await change("pro");
  await change("daily");
  expect(await check()).toMatchObject({ used: 80, limit: 100, remaining: 20 });
  await use(30);
  expect(await theDoctorFinds()).toEqual([]);
  expect(await billed()).toEqual([
    [80, 0],
    [30, 20],
  ]);
});
