import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addIntervals } from "../../../platform/calendar.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { billAllocatedUnits } from "./bill-allocated.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";
import { closeDuePeriods } from "./due-work.ts";

let world: World;
let tenant: TestTenant;
let priceId: string;

const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;

beforeAll(async () => {
  world = await openWorld({ hasOwnDatabase: true });
  tenant = await aTenant(world);
  const events = { limit: 100, overage: "BILL", prices: [price] } as const;
  const catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { events: { ...events, prices: [price] } },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  priceId = catalog.plans.pro?.prices[0] ?? "";
});

afterAll(() => world.close());

/** A subscriber who has used 500 of 100, whose period is over. */
async function anEndedPeriod() {
  const customer = unique("customer");
  const { body } = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: "ada@example.com",
    plan_price_id: priceId,
    cardprovider_test_card_token: "tok_visa",
  });
  await tenant.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity: 500 });
  const row = await world.services.db.subscription.findFirstOrThrow({ where: { id: body.id } });
  const clock = new ManualClock(addSeconds(row.currentPeriodEnd ?? new Date(), 1));
  return { row, customer, customerId: row.customerId, scope: { ...tenant.scope, clock } };
}

/** The pending items at the provider for the customer's next invoice. */
async function itemsOf(providerCustomerId: string | null) {
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port: Number(port), protocol: "http" });
  const { data } = await stripe.invoiceItems.list({ customer: providerCustomerId ?? "", limit: 100 });
  return data.map(({ amount }) => amount);
}

const recordsOf = async (customer: string) =>
  (await tenant.server.get(`/v1/billing/usage?customer=${customer}`)).body.map(
    ({ status, value }: { status: string; value: number }) => [status, value],
  );

describe("held units", () => {
  it("are billed for every period that the provider renewed while Usher was down, once each", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    const seats = { limit: 2, overage: "BILL", prices: [{ ...price, unitAmount: 1000 }] } as const;
    const catalog = await aCatalog(own.scope, {
      features: { seats: { type: "ALLOCATED" } },
      plans: [
        {
          slug: "team",
          entitlements: { seats: { ...seats, prices: [{ ...price, unitAmount: 1000 }] } },
          prices: [{ amount: 5000 }],
        },
      ],
    });
    const customer = unique("customer");
    const { body } = await own.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: "ada@example.com",
      plan_price_id: catalog.plans.team?.prices[0],
      cardprovider_test_card_token: "tok_visa",
    });
    await own.server.post("/v1/billing/usage", { customer, feature_key: "seats", quantity: 5 });
    const row = await world.services.db.subscription.findFirstOrThrow({ where: { id: body.id } });
    const clock = new ManualClock(addSeconds(addIntervals(row.periodAnchor, "MONTH", 3), 1));
    for (let round = 0; round < 2; round++) await billAllocatedUnits({ ...own.scope, clock }, row.id);
    const owed = await world.services.db.usageRecord.findMany({
      where: { tenantId: own.id, status: "CLOSED" },
      orderBy: { periodStart: "asc" },
    });
    expect(owed.map(({ billedAmount }) => Number(billedAmount))).toEqual([3000, 3000, 3000]);
    expect(owed.at(-1)?.periodEnd).toEqual(addIntervals(row.periodAnchor, "MONTH", 3));
  });
});

describe("closing a period", () => {
  it("twenty workers at once put the overage on the invoice once", { tags: ["long"] }, async () => {
    const { scope, customer, customerId, row } = await anEndedPeriod();
    await Promise.all(Array.from({ length: 20 }, () => closeEndedPeriods(scope, { customerId })));
    expect(await itemsOf(row.providerCustomerId)).toEqual([800]);
    expect(await recordsOf(customer)).toEqual([["BILLED", 500]]);
    const events = {
      tenantId: tenant.id,
      type: "usage.billed",
      data: { path: ["customer_id"], equals: customerId },
    };
    expect(await world.services.db.event.count({ where: events })).toBe(1);
  });

  it("of all customers leaves what it charges to the work that sends and invoices it in pages", {
    tags: ["long"],
  }, async () => {
    const { scope, customer, row } = await anEndedPeriod();
    await closeEndedPeriods(scope);
    expect(await recordsOf(customer)).toEqual([["BILLED", 500]]);
    expect(await itemsOf(row.providerCustomerId)).toEqual([]);
    await closeDuePeriods({ ...world.services, clock: scope.clock });
    expect(await itemsOf(row.providerCustomerId)).toEqual([800]);
  });

  it("killed between the provider's commit and ours, it is not billed again; a day later neither", {
    tags: ["long"],
  }, async () => {
    const { scope, customer, customerId, row } = await anEndedPeriod();
    const { db } = world.services;
    const provider = await cardProviderOf(scope);
    const dying = {
      ...scope,
      openCardProvider: () => ({
        ...provider,
        ensureInvoiceItem: async (input: Parameters<typeof provider.ensureInvoiceItem>[0]) => {
          await provider.ensureInvoiceItem(input);
          throw new Error("killed");
        },
      }),
    };
    await closeEndedPeriods(dying, { customerId });
    expect(await recordsOf(customer)).toEqual([["BILLED", 500]]);
    expect(await itemsOf(row.providerCustomerId)).toEqual([800]);
    const sent = () =>
      db.chargePlacement.findMany({
        where: {
          tenantId: tenant.id,
          kind: "INVOICE",
          endedAt: null,
          charge: { customerId, cause: "COUNTER" },
        },
      });
    expect(await sent()).toMatchObject([{ providerItemId: null, invoiceId: null }]);
    // By then the plan may have changed; the stored amount counts.
    await db.override.create({
      data: {
        tenantId: tenant.id,
        id: unique("ovr"),
        customerId,
        featureId: (await db.feature.findFirstOrThrow({ where: { tenantId: tenant.id } })).id,
        unlimited: true,
        reason: "later",
        createdBy: "t",
        createdAt: new Date(),
        startsAt: new Date(),
      },
    });
    scope.clock.advance(2 * 86_400);
    await closeEndedPeriods(scope, { customerId });
    expect(await itemsOf(row.providerCustomerId)).toEqual([800]);
    expect(await recordsOf(customer)).toEqual([["BILLED", 500]]);
    // Two days after the renewal it has an invoice of its own.
    const invoiced = { providerItemId: expect.stringMatching(/^ii_/), invoiceId: expect.any(String) };
    expect(await sent()).toMatchObject([invoiced]);
  });

  it("a worker that was down for three periods catches up, the oldest first", {
    tags: ["long"],
  }, async () => {
    const { scope, customer, customerId, row } = await anEndedPeriod();
    const { db } = world.services;
    const key = { tenantId_id: { tenantId: tenant.id, id: row.id } };
    let start = row.currentPeriodEnd ?? new Date();
    for (const quantity of [200, 300]) {
      const end = addIntervals(start, "MONTH", 1);
      await db.subscription.update({
        where: key,
        data: { currentPeriodStart: start, currentPeriodEnd: end },
      });
      await recordUsage(scope, { customer: customerId, feature_key: "events", quantity, mode: "strict" });
      start = end;
      scope.clock.moveTo(addSeconds(end, 1));
    }
    expect(await recordsOf(customer)).toEqual([
      ["OPEN", 300],
      ["CLOSED", 200],
      ["CLOSED", 500],
    ]);
    await closeEndedPeriods(scope, { customerId });
    expect(await itemsOf(row.providerCustomerId)).toEqual([400, 200, 800]);
    const settled = await db.usageRecord.findMany({
      where: { tenantId: tenant.id, customerId },
      orderBy: { periodStart: "asc" },
    });
    expect(settled.map(({ billedAmount, status }) => [Number(billedAmount), status])).toEqual([
      [800, "BILLED"],
      [200, "BILLED"],
      [400, "BILLED"],
    ]);
  });

  it("without overage nothing is billed, and the period is not checked again", {
    tags: ["long"],
  }, async () => {
    const { scope, customer, customerId, row } = await anEndedPeriod();
    const set = { customer, feature_key: "events", value: 100 };
    expect((await tenant.admin.post("/v1/billing/usage/set", set)).status).toBe(200);
    for (let round = 0; round < 2; round++) await closeEndedPeriods(scope, { customerId });
    expect(await itemsOf(row.providerCustomerId)).toEqual([]);
    expect(await recordsOf(customer)).toEqual([["CLOSED", 100]]);
    const left = { tenantId: tenant.id, customerId, settledAt: null };
    expect(await world.services.db.usageRecord.count({ where: left })).toBe(0);
  });
});

it("an ended subscription that began when its customer was made leaves the free plan's usage free to count", {
  tags: ["long"],
}, async () => {
  const { admin, scope } = await aTenant(world);
  const catalog = await aCatalog(scope, {
    features: { events: { type: "METERED" } },
    plans: [
      { slug: "free", entitlements: { events: { limit: 100 } }, prices: [{ amount: 0 }] },
      { slug: "pro", entitlements: { events: { limit: 1000 } }, prices: [{ amount: 1000 }] },
    ],
    freePlan: "free",
  });
  const customer = unique("customer");
  const { body: started } = await admin.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.pro?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  // The provider counts in whole seconds: one customer in a thousand is made at one.
  const where = { tenantId: scope.tenantId, externalId: customer };
  await scope.db.customer.updateMany({ where, data: { createdAt: started.current_period_start } });
  const use = { customer, feature_key: "events", quantity: 1 };
  expect((await admin.post("/v1/billing/usage", use)).status).toBe(201);
  expect((await admin.post(`/v1/billing/subscriptions/${started.id}/cancel`, { at: "now" })).status).toBe(
    200,
  );
  expect((await admin.post("/v1/billing/usage", use)).status).toBe(201);
  expect((await admin.get(`/v1/billing/entitlements/events?customer=${customer}`)).body).toMatchObject({
    used: 1,
    limit: 100,
  });
  const counters = await scope.db.usageRecord.findMany({
    where: { customer: where },
    orderBy: { status: "asc" },
  });
  expect(counters.map(({ status, value }) => [status, Number(value)])).toEqual([
    ["OPEN", 1],
    ["CLOSED", 1],
  ]);
});
