import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";

// One subscription is shown by a statement of its own, a list by another way: both must show the same.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

it("a subscription by itself shows what the list shows: drivers, overrides, counters, money, moments", async () => {
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
        prices: [{ amount: 2000, trialDays: 14 }],
      },
    ],
  });
  const customer = unique("customer");
  const plan_price_id = plans.pro?.prices[0];
  const path = "/v1/billing/cardprovider/subscriptions/headless";
  const started = await tenant.server.post(path, { customer, email: "a@example.com", plan_price_id });
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
  const listed = (await tenant.server.get(`/v1/billing/subscriptions?customer=${customer}`)).body.data;
  const shown = (await tenant.server.get(`/v1/billing/subscriptions/${id}`)).body;
  expect(shown).toEqual(listed[0]);
  const limits = shown.entitlements.map(
    ({ feature_key, limit }: { feature_key: string; limit: number | null }) => [feature_key, limit],
  );
  expect(Object.fromEntries(limits)).toEqual({ calls: 11, seats: 17, region: null, extra: 77 });
});

it("one that is not there, or is another tenant's, is not found", async () => {
  const tenant = await aTenant(world);
  const reply = await tenant.server.get(`/v1/billing/subscriptions/${newId("subscription")}`);
  expect([reply.status, reply.body.code]).toEqual([404, "K6001"]);
});
