import { describe, expect, vi } from "vitest";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { checkEntitlement } from "../entitlements/check-entitlement.ts";
import { createOverride } from "../overrides/create-override.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { changePlan } from "../subscriptions/change/change-plan.ts";
import { listLedger } from "../usage/list-ledger.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { reserveUsage } from "../usage/reserve-usage.ts";
import { setUsage } from "../usage/set-usage.ts";
import { settleAlteredCounters } from "./settle-counters.ts";

// Terms that change within an allowance period: what was used until then is owed under the terms that it was used under.

let tenant: TestTenant;
let catalog: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const bills = { overage: "BILL" } as const;
  catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { events: { ...bills, limit: 100, overageCeiling: 500, prices: [price] } },
        prices: [{ amount: 1000 }, { amount: 10_000, interval: "YEAR" }],
      },
      {
        slug: "large",
        entitlements: { events: { ...bills, limit: 1000, overageCeiling: 500, prices: [price] } },
        prices: [{ amount: 5000 }],
      },
      {
        slug: "daily",
        entitlements: { events: { ...bills, limit: 100, resetInterval: "DAY", prices: [price] } },
        prices: [{ amount: 1000 }],
      },
      { slug: "without", entitlements: {}, prices: [{ amount: 900 }] },
    ],
  });
});

/** A subscriber whom we invoice, with a clock of their own. */
async function aUser(plan = "pro") {
  const sold = await aSubscription(tenant, { price: catalog.plans[plan]?.prices[0], paidBy: "invoice" });
  const { db } = tenant.scope;
  const row = await db.subscription.findFirstOrThrow({ where: { tenantId: tenant.id, id: sold.id } });
  const clock = new ManualClock(addSeconds(row.periodAnchor, 60));
  const scope = { ...tenant.scope, clock };
  const named = { customer: sold.customer, feature_key: "events" };
  const of = { tenantId: tenant.id, customerId: sold.customerId };
  return {
    named,
    scope,
    clock,
    end: row.currentPeriodEnd ?? clock.now(),
    subscriptionId: sold.id,
    customerId: sold.customerId,
    use: (quantity: number) => recordUsage(scope, { ...named, quantity, mode: "strict" }),
    check: () => checkEntitlement(scope, { ...named, quantity: 1 }),
    /** Changes the plan, a minute later by default. */
    change(to: string, { price = 0, after = 60 } = {}) {
      clock.advance(after);
      const wanted = catalog.plans[to]?.prices[price] ?? "";
      return changePlan(scope, { id: sold.id, plan_price_id: wanted, effective: "now" });
    },
    /** What the customer's counters have counted and bill, the oldest first. */
    async billed() {
      const rows = await db.usageRecord.findMany({ where: of, orderBy: { id: "asc" } });
      return rows.map(({ value, billedAmount }) => [value.toNumber(), Number(billedAmount)]);
    },
    closeEnded: () => closeEndedPeriods(scope, { customerId: sold.customerId }),
    /** Lets the period end, and closes what has ended. */
    async endPeriod() {
      const { currentPeriodEnd } = await db.subscription.findFirstOrThrow({ where: { ...of, id: sold.id } });
      clock.moveTo(addSeconds(currentPeriodEnd ?? clock.now(), 1));
      await closeEndedPeriods(scope, { customerId: sold.customerId });
    },
  };
}

describe("overage before a change of plan", () => {
  it("is owed where the new plan does not have the feature, a minute before the period ends", {
    tags: ["long"],
  }, async () => {
    const { use, change, billed, endPeriod, clock, end } = await aUser();
    await use(150);
    clock.moveTo(addSeconds(end, -120));
    await change("without");
    await endPeriod();
    expect(await billed()).toEqual([
      [150, 100],
      [0, 0],
    ]);
  });

  it("is billed once under the old terms, and what was included stays used under the new ones", {
    tags: ["long"],
  }, async () => {
    const { use, check, change, billed, endPeriod } = await aUser();
    await use(150);
    await change("large");
    expect(await check()).toMatchObject({ used: 100, limit: 1000, remaining: 900, billed_amount: 100 });
    await use(1000);
    expect(await check()).toMatchObject({ used: 1100, billed_amount: 300 });
    // The ceiling of 500 is less by the 50 units that the period had before.
    await expect(use(351)).rejects.toMatchObject({ code: "K8005" });
    await use(350);
    await endPeriod();
    expect(await billed()).toEqual([
      [150, 100],
      [1350, 900],
    ]);
  });

  it("is owed under the terms that it was counted under, also in the moment of the change", {
    tags: ["long"],
  }, async () => {
    const { use, check, change, billed } = await aUser();
    await use(150);
    await change("large", { after: 0 });
    await use(5);
    expect(await check()).toMatchObject({ used: 105, limit: 1000, billed_amount: 100 });
    expect(await billed()).toEqual([
      [150, 100],
      [5, 0],
    ]);
  });

  it("a lower limit is shown, and makes no overage of what was included when it was used", {
    tags: ["long"],
  }, async () => {
    const { use, check, change, billed, endPeriod } = await aUser("large");
    await use(600);
    await change("pro");
    expect(await check()).toMatchObject({
      used: 600,
      limit: 100,
      remaining: 0,
      access_limit: 1100,
      billed_amount: 0,
      parts: [{ used: 600, limit: 100, remaining: 0 }],
    });
    expect(await use(10)).toMatchObject({ used: 610, limit: 100, remaining: 0 });
    await endPeriod();
    expect(await billed()).toEqual([
      [600, 0],
      [10, 20],
    ]);
  });

  it.each([true, false])(
    "comes out the same whether a use is refused in between: %s",
    { tags: ["long"] },
    async (isAsked) => {
      const { use, change, billed, endPeriod } = await aUser();
      await use(150);
      await change("without");
      if (isAsked) await expect(use(1)).rejects.toMatchObject({ code: "K8005" });
      await change("pro");
      await use(10);
      await endPeriod();
      const amounts = (await billed()).map(([, amount]) => Number(amount));
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(120);
    },
  );
});

it.each([true, false])(
  "a change of interval counts anew, whether anything is asked after it or not: %s",
  { tags: ["long"] },
  async (isAsked) => {
    const { use, check, change, billed, clock } = await aUser();
    await use(150);
    clock.moveTo(addSeconds(clock.now(), 86_400));
    await change("pro", { price: 1 });
    if (isAsked) expect(await check()).toMatchObject({ used: 0, limit: 100, billed_amount: 0 });
    clock.moveTo(addSeconds(clock.now(), 86_400));
    await use(30);
    expect(await check()).toMatchObject({ used: 30, remaining: 70 });
    expect(await billed()).toEqual([
      [150, 100],
      [30, 0],
    ]);
  },
);

it.for([
  ["2026-02-28T00:00:00Z", "PROVIDER_A"],
  ["2036-02-29T00:00:00Z", "PROVIDER_A"],
  ["2036-02-29T00:00:00Z", "PROVIDER_B"],
] as const)(
  "a change for a customer on a test clock in %s, %s, is settled by that clock",
  { tags: ["long"] },
  async ([start, provider], { world }) => {
    const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
    const entitled = (limit: number) => ({ events: { limit, overage: "BILL" as const, prices: [price] } });
    const {
      tenant: seller,
      customer,
      ...story
    } = await aStory(world, start, {
      features: { events: { type: "METERED" } },
      plans: [
        { slug: "small", entitlements: entitled(10), prices: [{ amount: 1000 }] },
        { slug: "large", entitlements: entitled(40), prices: [{ amount: 3000 }] },
      ],
    });
    const id = await story.start(provider, "large");
    await story.to(new Date(Date.parse(start) + 864e5).toISOString());
    const used = { customer, feature_key: "events", quantity: 60 };
    expect((await seller.server.post("/v1/billing/usage", used)).status).toBe(201);
    await story.to(new Date(Date.parse(start) + 2 * 864e5).toISOString());
    await story.tell(id, "change-plan", { plan_price_id: story.price("small") });
    const { body } = await story.get(`/v1/billing/entitlements/events?customer=${customer}`);
    expect(body).toMatchObject({ used: 40, limit: 10, remaining: 0, billed_amount: 40 });
  },
);

describe("a change of how often the limit starts anew", () => {
  it("counts anew from the change on, also where both periods began at the same moment", {
    tags: ["long"],
  }, async () => {
    const { use, check, change, billed } = await aUser();
    await use(150);
    await change("daily");
    expect(await check()).toMatchObject({ used: 0, limit: 100, billed_amount: 0 });
    await use(110);
    await change("pro");
    expect(await check()).toMatchObject({ used: 0, limit: 100, billed_amount: 0 });
    await use(101);
    expect(await billed()).toEqual([
      [150, 100],
      [110, 20],
      [101, 0],
    ]);
  });

  it("and back, after a period that is closed, counts what is used then", { tags: ["long"] }, async () => {
    const { use, check, change, billed, clock, closeEnded } = await aUser();
    await use(150);
    await change("daily");
    await use(110);
    clock.advance(2 * 86_400);
    await closeEnded();
    await change("pro");
    await use(120);
    expect(await check()).toMatchObject({ used: 120, billed_amount: 40 });
    expect(await billed()).toEqual([
      [150, 100],
      [110, 20],
      [120, 0],
    ]);
  });
});

it("a counter from before counters named their terms is settled under those that it counted under", {
  tags: ["long"],
}, async () => {
  const { customerId, use, change, check } = await aUser();
  await use(150);
  const { db } = tenant.scope;
  await db.usageRecord.updateMany({ where: { tenantId: tenant.id, customerId }, data: { termsId: null } });
  await change("large");
  expect(await check()).toMatchObject({ used: 100, limit: 1000, billed_amount: 100 });
});

it("units whose reservation has run out are not reserved after a change", { tags: ["long"] }, async () => {
  const { named, scope, use, check, change } = await aUser();
  await reserveUsage(scope, { ...named, quantity: 40, expires_in: 5 });
  await reserveUsage(scope, { ...named, quantity: 7, expires_in: 600 });
  expect(await check()).toMatchObject({ used: 47 });
  await change("large");
  expect(await check()).toMatchObject({ used: 7, remaining: 993 });
  expect(await use(1493)).toMatchObject({ counted: 1493 });
});

it("a value that is set below what the period carried takes that back, and is written down", {
  tags: ["long"],
}, async () => {
  const { named, scope, use, check, change } = await aUser();
  await use(60);
  await change("large");
  await setUsage(scope, { ...named, value: 40 });
  expect(await check()).toMatchObject({ used: 40, remaining: 960 });
  const { data } = await listLedger(scope, { ...named, limit: 5 });
  expect(data[0]).toMatchObject({ kind: "SET", delta: -20 });
});

it("an override that begins and ends by itself settles what was used before it, at whatever moment it is noticed", {
  tags: ["long"],
}, async () => {
  const { named, scope, clock, use, check, billed, endPeriod } = await aUser();
  await use(150);
  const now = clock.now();
  await createOverride(scope, {
    ...named,
    limit_set: 400,
    reason: "a day of plenty",
    starts_at: addSeconds(now, 86_400).toISOString(),
    ends_at: addSeconds(now, 2 * 86_400).toISOString(),
  });
  clock.moveTo(addSeconds(now, 86_400 + 10));
  expect(await check()).toMatchObject({ used: 100, limit: 400, remaining: 300 });
  await use(200);
  clock.moveTo(addSeconds(now, 3 * 86_400));
  expect(await check()).toMatchObject({ used: 300, limit: 100, remaining: 0 });
  await use(5);
  await endPeriod();
  expect(await billed()).toEqual([
    [150, 100],
    [200, 0],
    [5, 10],
  ]);
});

describe("counters that are settled while the terms change", () => {
  it("are not put back under terms that were read before the change was committed", async () => {
    const { use, scope, subscriptionId, customerId } = await aUser();
    await use(10);
    const { db, tenantId } = scope;
    const customer = await db.customer.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: customerId } },
    });
    const [settled, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = db.$transaction(async (tx) => {
      const packId = catalog.plans.large?.packId ?? "";
      await tx.subscription.update({
        where: { tenantId_id: { tenantId, id: subscriptionId } },
        data: { packId },
      });
      await settleAlteredCounters(tx, scope, { customer });
      settled.resolve();
      await committed.promise;
    });
    await settled.promise;
    const settling = db.$transaction((tx) => settleAlteredCounters(tx, scope, { customer }));
    await vi.waitFor(async () => {
      const waiting = await db.$queryRaw<object[]>`
        select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      expect(waiting).toHaveLength(1);
    }, 4_000);
    committed.resolve();
    await Promise.all([changing, settling]);
    const rows = await db.usageRecord.findMany({ where: { tenantId, customerId }, orderBy: { id: "asc" } });
    expect(rows.map(({ status, included }) => [status, included?.toNumber()])).toEqual([
      ["CLOSED", 100],
      ["OPEN", 1000],
    ]);
  });
});

it("overage is owed where its subscription began, used and ended in one moment of a test clock", {
  tags: ["long"],
}, async ({ world }) => {
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  const events = { limit: 10, overage: "BILL" as const, prices: [price] };
  const {
    tenant: seller,
    customer,
    ...story
  } = await aStory(world, "2036-02-29T00:00:00Z", {
    features: { events: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { events }, prices: [{ amount: 1000 }] }],
  });
  const id = await story.start("PROVIDER_B", "pro");
  await seller.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity: 60 });
  await story.tell(id, "cancel", { at: "now" });
  expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[1000], [100]]);
});

/** As a use of a process does that finds its terms changed. */
async function settleCountersOf(scope: TestTenant["scope"], named: string): Promise<void> {
  const { db, tenantId } = scope;
  const customer = await db.customer.findFirstOrThrow({ where: { tenantId, externalId: named } });
  await db.$transaction((tx) => settleAlteredCounters(tx, scope, { customer }));
}

describe("processes whose clocks are apart", () => {
  it("count in the period that one of them has begun", async () => {
    const { named, scope, clock, check } = await aUser("daily");
    clock.advance(86_400);
    const behind = { ...scope, clock: new ManualClock(addSeconds(clock.now(), -3600)) };
    const use = (by: typeof scope, quantity: number) =>
      recordUsage(by, { ...named, quantity, mode: "strict" });
    await use(behind, 2);
    await use(scope, 5);
    // The period that this one is in is closed already.
    const late = await use(behind, 3);
    expect(late).toMatchObject({ counted: 3, used: 8, is_late: true });
    expect(await check()).toMatchObject({ used: 8 });
    await settleCountersOf(behind, named.customer);
    expect(await check()).toMatchObject({ used: 8 });
  });
});
