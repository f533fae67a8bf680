// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

// A customer with several subscriptions and free plans that grant the same features: what they grant adds up.

let world: World;
let tenant: TestTenant;
let main: TestCatalog;
let addOn: TestCatalog;
let free: TestCatalog;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
  main = await aCatalog(tenant.scope, {
    features: {
      events: { type: "METERED" },
      seats: { type: "ALLOCATED" },
      reports: { type: "BOOLEAN" },
      rank: { type: "STATIC", valueType: "number" },
    },
    plans: [
      {
        slug: "pro",
        entitlements: {
          events: { limit: 100, overage: "BILL", overageCeiling: 1000, prices: [price] },
          seats: { limit: 5, overage: "BILL", prices: [price] },
          rank: { value: 3 },
        },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  const known = main.features;
  addOn = await aCatalog(tenant.scope, {
    known,
    plans: [
      {
        slug: "more",
        entitlements: { events: { limit: 10 }, seats: { limit: 2 }, reports: {}, rank: { value: 7 } },
        prices: [{ amount: 500 }],
      },
      { slug: "nothing", entitlements: { events: { limit: 0 } }, prices: [{ amount: 0 }] },
    ],
  });
  free = await aCatalog(tenant.scope, {
    known,
    plans: [{ slug: "gift", entitlements: { events: { limit: 20 } }, prices: [{ amount: 0 }] }],
    freePlan: "gift",
  });
});

afterAll(() => world.close());

const subscribe = (customer: string, price: string | undefined, paidBy: "invoice" | "nothing" = "invoice") =>
  aSubscription(tenant, { customer, price, paidBy });
const use = (customer: string, quantity: number, fields: object = {}) =>
  tenant.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity, ...fields });
const check = async (customer: string, feature = "events", query = "") =>
  (await tenant.server.get(`/v1/billing/entitlements/${feature}?customer=${customer}${query}`)).body;
/** What each source's counter holds. */
const valuesOf = async (customerId: string) =>
  Object.fromEntries(
    (await world.services.db.usageRecord.findMany({ where: { tenantId: tenant.id, customerId } })).map(
      ({ sourceId, value }) => [sourceId, value.toNumber()],
    ),
  );

async function withBoth() {
  const customer = unique("customer");
  const first = await subscribe(customer, main.plans.pro?.prices[0]);
  const second = await subscribe(customer, addOn.plans.more?.prices[0]);
  return { customer, first, second };
}

it("buying one product leaves the free plans of the others", async () => {
  const customer = unique("customer");
  expect(await check(customer)).toMatchObject({ limit: 20, allowed: true });
  await subscribe(customer, addOn.plans.more?.prices[0]);
  expect(await check(customer)).toMatchObject({ limit: 30, allowed: true });
});

it("a second product that grants the same feature takes nothing from what the first one owes", async () => {
  const customer = unique("customer");
  const first = await subscribe(customer, main.plans.pro?.prices[0]);
  expect((await use(customer, 620)).status).toBe(201);
  const owed = { billed_amount: 1000, currency: "USD", overage_behavior: "BILL" };
  expect(await check(customer)).toMatchObject({ ...owed, used: 620, limit: 120 });
  const second = await subscribe(customer, addOn.plans.nothing?.prices[0], "nothing");
  expect((await use(customer, 100_000)).body.code).toBe("K8005");
  expect(await check(customer)).toMatchObject(owed);
  const { status } = await tenant.admin.post(`/v1/billing/subscriptions/${second.id}/cancel`, { at: "now" });
  expect(status).toBe(200);
  expect(await check(customer)).toMatchObject({ ...owed, used: 620 });
  expect(await valuesOf(first.customerId)).toMatchObject({ [first.id]: 600 });
});

it("units add up, a number is the greatest, and what one grants is on", async () => {
  const { customer, first, second } = await withBoth();
  const { parts, ...answer } = await check(customer, "events", "&quantity=130");
  expect(answer).toMatchObject({ limit: 130, used: 0, remaining: 130, access_limit: 1130, allowed: true });
  expect(
    parts.map(({ subscription_id, product_id, limit, bears_overage }: Record<string, unknown>) => [
      subscription_id,
      product_id,
      limit,
      bears_overage,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [first.id, main.productId, 100, true],
      [second.id, addOn.productId, 10, false],
      [null, free.productId, 20, false],
    ]),
  );
  expect(answer.subscription_status.subscription_id).toBe(first.id);
  expect(await check(customer, "seats")).toMatchObject({ limit: 7 });
  expect(await check(customer, "rank")).toMatchObject({ value: { type: "number", value: 7 } });
  expect(await check(customer, "reports")).toMatchObject({ enabled: true, allowed: true });
});

it("held units are one counter, shown as what each source's limit has of it", async () => {
  const { customer, first, second } = await withBoth();
  const hold = (quantity: number) => use(customer, quantity, { feature_key: "seats" });
  const partsOf = async () =>
    (await check(customer, "seats")).parts.map(
      ({ subscription_id, limit, used, remaining }: Record<string, unknown>) => [
        ...[subscription_id, limit, used, remaining],
      ],
    );
  expect((await hold(6)).status).toBe(201);
  expect(await partsOf()).toEqual([
    [first.id, 5, 5, 0],
    [second.id, 2, 1, 1],
  ]);
  await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "seats", value: 9 });
  // What is past all limits is with the one that bears overage.
  expect(await partsOf()).toEqual([
    [first.id, 5, 7, 0],
    [second.id, 2, 2, 0],
  ]);
  const seats = { limit: 7, remaining: 0, billed_amount: 4 };
  expect(await check(customer, "seats")).toMatchObject({ ...seats, used: 9 });
  // The most that were held at once is billed, also after some were given back.
  expect((await hold(-2)).status).toBe(201);
  expect(await check(customer, "seats")).toMatchObject({ ...seats, used: 7 });
});

it("no source is listed for a feature that none grants, though units of it are held", async () => {
  const { customer, first } = await withBoth();
  const { customer: another } = await subscribe(
    unique("customer"),
    addOn.plans.nothing?.prices[0],
    "nothing",
  );
  expect(await check(another, "seats")).toMatchObject({ reason: "NOT_IN_PLAN", parts: [] });
  const override = { customer: another, feature_key: "seats", limit_set: 3, reason: "promised" };
  expect((await tenant.admin.post("/v1/billing/overrides", override)).status).toBe(201);
  expect((await check(another, "seats")).parts).toMatchObject([{ limit: 3, bears_overage: true }]);
  expect((await use(customer, 4, { feature_key: "seats" })).status).toBe(201);
  await tenant.admin.post(`/v1/billing/subscriptions/${first.id}/cancel`, { at: "now" });
  expect((await check(customer, "seats")).parts).toMatchObject([{ limit: 2, used: 4 }]);
});

it("a use takes what is included first, is split over the counters, and is past all of them one source's overage", async () => {
  const { customer, first, second } = await withBoth();
  const event = { event_id: unique("event") };
  const counted = await use(customer, 140, event);
  expect(counted.body).toMatchObject({ counted: 140, used: 140, limit: 130, remaining: 0 });
  const held = await valuesOf(first.customerId);
  expect(held).toEqual({ [first.id]: 110, [second.id]: 10, [free.productId]: 20 });
  expect((await use(customer, 140, event)).body).toEqual(counted.body);
  expect(await valuesOf(first.customerId)).toEqual(held);
  expect(await check(customer)).toMatchObject({ used: 140, billed_amount: 20 });
  expect((await use(customer, 991)).body.code).toBe("K8005");
  expect((await use(customer, 991, { mode: "clip" })).body).toMatchObject({ counted: 990, used: 1130 });
});

it("units are reserved over all sources, and confirmed or released as one", async () => {
  const { customer, first } = await withBoth();
  const reserve = async (quantity: number) =>
    (
      await tenant.server.post("/v1/billing/usage/reservations", {
        customer,
        feature_key: "events",
        quantity,
      })
    ).body;
  const settle = (id: string, what: string, fields: object = {}) =>
    tenant.server.post(`/v1/billing/usage/reservations/${id}/${what}`, fields);
  const released = await reserve(125);
  expect(released).toMatchObject({ quantity: 125, status: "HELD" });
  expect(await check(customer)).toMatchObject({ used: 125, remaining: 5 });
  expect((await settle(released.id, "release")).body).toMatchObject({ status: "RELEASED", quantity: 125 });
  expect(await check(customer)).toMatchObject({ used: 0, remaining: 130 });
  const confirmed = await reserve(125);
  expect((await settle(confirmed.id, "confirm", { quantity: 120 })).body).toMatchObject({
    status: "CONFIRMED",
    confirmed: 120,
  });
  expect(await check(customer)).toMatchObject({ used: 120, remaining: 10 });
  const sum = Object.values(await valuesOf(first.customerId)).reduce((total, value) => total + value, 0);
  expect(sum).toBe(120);
});

it("usage is set to a sum over all sources, or of one subscription alone", async () => {
  const { customer, first, second } = await withBoth();
  const set = (fields: object) =>
    tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "events", ...fields });
  const whole = (await set({ value: 135 })).body;
  expect(whole).toMatchObject({ subscription_id: first.id, value: 135 });
  expect(whole.parts.reduce((sum: number, { value }: { value: number }) => sum + value, 0)).toBe(135);
  expect(await valuesOf(first.customerId)).toEqual({
    [first.id]: 105,
    [second.id]: 10,
    [free.productId]: 20,
  });
  expect((await set({ value: 4, subscription_id: second.id })).body).toMatchObject({ value: 4 });
  // What is past the included units of one source lessens nothing of the others.
  expect(await check(customer)).toMatchObject({ used: 129, limit: 130, remaining: 6 });
});

it("what is past one source's limit stays there when another source comes, also if the same sum is set", {
  tags: ["long"],
}, async () => {
  const customer = unique("customer");
  const { id, customerId } = await subscribe(customer, main.plans.pro?.prices[0]);
  const event = { event_id: unique("event") };
  expect((await use(customer, 170)).body).toMatchObject({ used: 170, remaining: 0 });
  await subscribe(customer, addOn.plans.more?.prices[0]);
  expect(await check(customer)).toMatchObject({ used: 170, limit: 130, remaining: 10, billed_amount: 100 });
  const set = { customer, feature_key: "events", value: 170 };
  expect((await tenant.admin.post("/v1/billing/usage/set", set)).body).toMatchObject({ value: 170 });
  expect(await check(customer)).toMatchObject({ used: 170, remaining: 10, billed_amount: 100 });
  // Past the limit of the sum, and within what the other source includes.
  const counted = await use(customer, 4, event);
  expect(counted.body).toMatchObject({ counted: 4, used: 174, limit: 130, remaining: 6 });
  expect((await use(customer, 4, event)).body).toEqual(counted.body);
  expect(await check(customer)).toMatchObject({ used: 174, remaining: 6, billed_amount: 100 });
  expect((await valuesOf(customerId))[id]).toBe(150);
});

it("an override adds to one part, replaces all, or switches all off", async () => {
  const { customer } = await withBoth();
  const override = async (fields: object) => {
    const { body } = await tenant.admin.post("/v1/billing/overrides", {
      customer,
      feature_key: "events",
      reason: "a promise",
      ...fields,
    });
    return () => tenant.admin.post(`/v1/billing/overrides/${body.id}/revoke`, {});
  };
  await use(customer, 50);
  const revokeMore = await override({ limit_add: 70 });
  expect(await check(customer)).toMatchObject({ limit: 200, used: 50 });
  await revokeMore();
  const revokeSet = await override({ limit_set: 60 });
  const replaced = await check(customer);
  expect(replaced).toMatchObject({ limit: 60, used: 50 });
  // Which period ends first, and so was used first, is a matter of milliseconds here: of the new limit, the bearer's use is gone.
  const bearing = replaced.parts.find(({ bears_overage: bears }: { bears_overage: boolean }) => bears);
  expect(replaced.remaining).toBe(60 - bearing.used);
  await revokeSet();
  await override({ enabled: false });
  expect(await check(customer)).toMatchObject({ allowed: false, reason: "DISABLED" });
});

it("past the limits of all, each dimension has a ceiling of its own where the ceiling is one: check and use agree", async () => {
  const own = await aTenant(world);
  const { plans, features: known } = await aCatalog(own.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          events: { limit: 100, overage: "ALLOW", overageCeiling: 25, capBinding: "DIMENSION" },
        },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  const more = await aCatalog(own.scope, {
    known,
    plans: [{ slug: "more", entitlements: { events: { limit: 10 } }, prices: [{ amount: 500 }] }],
  });
  const customer = unique("customer");
  for (const price of [plans.pro?.prices[0], more.plans.more?.prices[0]])
    await aSubscription(own, { customer, price: price ?? "", paidBy: "invoice" });
  const useOf = (dimension: string, quantity: number) =>
    own.server.post("/v1/billing/usage", { customer, feature_key: "events", dimension, quantity });
  expect((await useOf("a", 80)).status).toBe(201);
  expect((await useOf("b", 70)).status).toBe(201);
  const at = "/v1/billing/entitlements/events";
  const { body } = await own.server.get(`${at}?customer=${customer}&dimension=a&quantity=1`);
  const room = body.access_limit - body.used;
  expect([body.allowed, room]).toEqual([true, 45]);
  expect((await useOf("a", room + 1)).body.code).toBe("K8005");
  expect((await useOf("a", room)).status).toBe(201);
  expect((await useOf("a", 1)).body.code).toBe("K8005");
});
