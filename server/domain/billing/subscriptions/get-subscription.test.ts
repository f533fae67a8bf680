import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

it("a subscription by itself shows what the lists show: drivers, overrides, counters, money, moments", {
  tags: ["long"],
}, async () => {
  const tenant = await aTenant(world);
  const overage = { overage: "BILL", overageStep: 10, overageCeiling: 500 } as const;
  const { plans, features } = await aCatalog(tenant.scope, {
    features: {
      calls: { type: "METERED" },
      seats: { type: "ALLOCATED" },
      region: { type: "STATIC", valueType: "json" },
      extra: { type: "METERED" },
    },
    plans: [
      {
        slug: "pro",
        entitlements: {
          calls: {
            limit: 10,
            ...overage,
            prices: [{ currency: "USD", unitAmount: 12.5, overageCapAmount: 900 }],
          },
          seats: { limit: 2, driverStepSize: 5, limitBinding: "DIMENSION", capBinding: "DIMENSION" },
          region: { value: { zones: ["a", "b"] } },
        },
        prices: [{ amount: 2000 }],
      },
    ],
  });
  const customer = unique("customer");
  const plan_price_id = plans.pro?.prices[0];
  const path = "/v1/billing/cardprovider/subscriptions/headless";
  const card = { cardprovider_test_card_token: "tok_visa" };
  const started = await tenant.server.post(path, {
    customer,
    email: "a@example.com",
    plan_price_id,
    ...card,
  });
  expect(started.status).toBe(201);
  const { id } = started.body;
  await tenant.scope.db.subscriptionDriver.create({
    data: { tenantId: tenant.id, subscriptionId: id, featureId: features.seats ?? "", steps: 3 },
  });
  for (const use of [
    { feature_key: "calls", quantity: 35.5 },
    { feature_key: "seats", quantity: 4, dimension: "north" },
  ])
    expect((await tenant.server.post("/v1/billing/usage", { customer, ...use })).status).toBe(201);
  await tenant.server.post("/v1/billing/usage/reservations", { customer, feature_key: "calls", quantity: 3 });
  for (const override of [
    { feature_key: "calls", limit_add: 1, overage_cap_amount: 700 },
    { feature_key: "extra", limit_set: 77 },
    { feature_key: "region", value: { zones: ["c"] } },
  ])
    expect(
      (await tenant.admin.post("/v1/billing/overrides", { customer, reason: "r", ...override })).status,
    ).toBe(201);
  const listed = (await tenant.server.get(`/v1/billing/subscriptions?customer=${customer}`)).body;
  const listedAmongAll = (await tenant.server.get("/v1/billing/subscriptions")).body;
  const shown = (await tenant.server.get(`/v1/billing/subscriptions/${id}`)).body;
  expect(listed).toEqual({ data: [shown], next_cursor: null });
  expect(listedAmongAll).toEqual({ data: [shown], next_cursor: null });
  const limits = shown.entitlements.map(
    ({ feature_key, limit }: { feature_key: string; limit: number | null }) => [feature_key, limit],
  );
  expect(Object.fromEntries(limits)).toEqual({ calls: 11, seats: 17, region: null, extra: 77 });
});

it("a subscription and the lists show what is in force at the time of the customer's test clock", {
  tags: ["long"],
}, async () => {
  const tenant = await aTenant(world, { mode: "TEST" });
  const { plans } = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { calls: { limit: 10 } }, prices: [{ amount: 0 }] }],
  });
  const customer = unique("customer");
  const { id: clockId } = (await tenant.admin.post("/v1/test-clocks", { now: "2041-01-01T00:00:00Z" })).body;
  await tenant.admin.post(`/v1/test-clocks/${clockId}/customers`, { customer, email: "a@example.com" });
  const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    plan_price_id: plans.pro?.prices[0],
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const override = { customer, feature_key: "calls", limit_set: 77, reason: "r" };
  expect((await tenant.admin.post("/v1/billing/overrides", override)).status).toBe(201);
  const check = await tenant.server.get(`/v1/billing/entitlements/calls?customer=${customer}`);
  expect(check.body.limit).toBe(77);
  const limits = ({ entitlements }: { entitlements: { limit: number }[] }) =>
    entitlements.map(({ limit }) => limit);
  const path = "/v1/billing/subscriptions";
  expect(limits((await tenant.server.get(`${path}/${started.body.id}`)).body)).toEqual([77]);
  for (const query of ["", `?customer=${customer}`])
    expect((await tenant.server.get(path + query)).body.data.map(limits)).toEqual([[77]]);
});

it("one that is not there, or is another tenant's, is not found", async () => {
  const tenant = await aTenant(world);
  const reply = await tenant.server.get(`/v1/billing/subscriptions/${newId("subscription")}`);
  expect([reply.status, reply.body.code]).toEqual([404, "K6001"]);
});

it("a customer's list and the list of all can be narrowed in the same ways, and come in pages", {
  tags: ["long"],
}, async () => {
  const tenant = await aTenant(world);
  const customer = unique("customer");
  const path = "/v1/billing/cardprovider/subscriptions/headless";
  const ids: string[] = [];
  for (const slug of ["first", "second", "third"]) {
    const { plans } = await aCatalog(tenant.scope, {
      plans: [{ slug, entitlements: {}, prices: [{ amount: 0 }] }],
    });
    const plan_price_id = plans[slug]?.prices[0];
    const started = await tenant.server.post(path, { customer, email: "a@example.com", plan_price_id });
    expect(started.status).toBe(201);
    ids.unshift(started.body.id);
  }
  const newest = (await tenant.server.get(`/v1/billing/subscriptions/${ids[0]}`)).body;
  const { plan_price_id } = newest;
  const other = await tenant.server.post(path, {
    customer: unique("other"),
    email: "b@example.com",
    plan_price_id,
  });
  expect(other.status).toBe(201);
  for (const [base, others] of [
    [`customer=${customer}&`, []],
    ["", [other.body.id]],
  ] as const) {
    const listed = async (query: string) =>
      (await tenant.server.get(`/v1/billing/subscriptions?${base}${query}`)).body;
    const idsOf = async (query: string) => (await listed(query)).data.map(({ id }: { id: string }) => id);
    for (const one of [
      `product_id=${newest.product.id}`,
      `plan_id=${newest.plan.id}`,
      `pack_id=${newest.pack_id}&status=${newest.status}&provider=${newest.provider}`,
    ])
      expect([base, one, await idsOf(one)]).toEqual([base, one, [...others, ids[0]]]);
    for (const all of ["", `provider=${newest.provider}`, `status=${newest.status}`])
      expect([base, all, await idsOf(all)]).toEqual([base, all, [...others, ...ids]]);
    for (const none of ["status=PAUSED", "status=CANCELED&limit=1", `provider=PROVIDER_B`])
      expect([base, none, await idsOf(none)]).toEqual([base, none, []]);
    const first = await listed("limit=2");
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([...others, ...ids].slice(0, 2));
    expect(await idsOf(`limit=2&cursor=${first.next_cursor}`)).toEqual([...others, ...ids].slice(2));
  }
});
