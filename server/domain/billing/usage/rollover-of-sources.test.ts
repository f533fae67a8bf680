import { expect } from "vitest";
import { addIntervals } from "../../../platform/calendar.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { createOverride } from "../overrides/create-override.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { recordUsage } from "./record-usage.ts";
import { setUsage } from "./set-usage.ts";

// Units that roll over where several sources grant a feature: each source's own are left over, and no other's.

let tenant: TestTenant;
/** Two products; the free plan of each grants calls that roll over, 10 and 100 a month. That of the first alone grants events. */
let small: TestCatalog;
let large: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const rolls = { resetInterval: "MONTH", rolloverMax: 1000 } as const;
  const free = { prices: [{ amount: 0 }], slug: "free" };
  small = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" }, events: { type: "METERED" } },
    plans: [{ ...free, entitlements: { calls: { ...rolls, limit: 10 }, events: { ...rolls, limit: 100 } } }],
    freePlan: "free",
  });
  large = await aCatalog(tenant.scope, {
    known: small.features,
    plans: [{ ...free, entitlements: { calls: { ...rolls, limit: 100 } } }],
    freePlan: "free",
  });
});

/** A new customer with a clock of their own. */
function aUser(feature: string) {
  const named = { customer: unique("customer"), feature_key: feature };
  const start = new Date("2026-03-05T10:00:00Z");
  const clock = new ManualClock(start);
  const scope = { ...tenant.scope, clock };
  return {
    named,
    scope,
    use: (quantity: number) => recordUsage(scope, { ...named, quantity, mode: "strict" }),
    check: () => checkEntitlement(scope, { ...named, quantity: 1 }),
    toMonth: (month: number) => clock.moveTo(addSeconds(addIntervals(start, "MONTH", month), 1)),
    customer: () =>
      tenant.scope.db.customer.findFirstOrThrow({
        where: { tenantId: tenant.id, externalId: named.customer },
      }),
  };
}

it("two free plans roll over what was left of each of them", async () => {
  const { use, check, toMonth } = aUser("calls");
  // 10 of the first and 30 of the second.
  await use(40);
  toMonth(1);
  expect((await check()).parts.map(({ product_id, limit }) => [product_id, limit])).toEqual([
    [small.productId, 10],
    [large.productId, 170],
  ]);
  expect(await use(1)).toMatchObject({ limit: 180, used: 1 });
});

it("what rolled over before counters had sources is that of the first free plan alone", async () => {
  const { use, check, toMonth, customer, scope } = aUser("calls");
  await use(4);
  toMonth(1);
  const { id } = await customer();
  await closeEndedPeriods(scope, { customerId: id });
  const whose = { tenantId: tenant.id, customerId: id };
  const { usageRecord } = tenant.scope.db;
  await usageRecord.deleteMany({ where: { ...whose, sourceId: large.productId } });
  await usageRecord.updateMany({ where: whose, data: { sourceId: "" } });
  expect((await check()).parts.map(({ limit }) => limit)).toEqual([16, 200]);
});

it("units that earlier terms of the period have used do not roll over", async () => {
  const { use, check, toMonth, named, scope } = aUser("events");
  await use(60);
  await createOverride(scope, { ...named, limit_add: 50, reason: "a promise" });
  await use(10);
  toMonth(1);
  expect(await check()).toMatchObject({ limit: 150 + 80, used: 0 });
});

it("a value that is set fills what rolled over before it goes on to the next source", async () => {
  const { use, check, toMonth, named, scope } = aUser("calls");
  await use(4);
  toMonth(1);
  await setUsage(scope, { ...named, value: 20 });
  expect((await check()).parts.map(({ limit, used }) => [used, limit])).toEqual([
    [16, 16],
    [4, 200],
  ]);
});
