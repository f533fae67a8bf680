// @module-tag ci
import { expect } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { BrowseUsage } from "./browse-schema.ts";
import { browseUsage } from "./browse-usage.ts";

const clock = new ManualClock(new Date());
const it = itWith({ clock });

/** A customer who holds 3 seats, all that the plan includes, and has made 2 of 100 calls. */
async function aFleet(world: World) {
  const tenant = await aTenant(world);
  const seats = { limit: 3, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] };
  const { plans } = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" }, calls: { type: "METERED" } },
    plans: [
      {
        slug: "fleet",
        entitlements: { seats, calls: { limit: 100, rolloverMax: 50 } },
        prices: [{ amount: 1_000 }],
      },
    ],
  });
  const price = plans.fleet?.prices[0];
  const subscription = await aSubscription(tenant, { price, paidBy: "invoice" });
  const { customer } = subscription;
  for (const [feature_key, quantity] of [
    ["seats", 3],
    ["calls", 2],
  ])
    await tenant.server.post("/v1/billing/usage", { customer, feature_key, quantity });
  return { tenant, subscription, price, customer };
}

it("counters are sorted by how much of their limit is used", async ({ world }) => {
  const { tenant } = await aFleet(world);
  const keys = async (order: "asc" | "desc") => {
    const first = await browseUsage(tenant.scope, BrowseUsage.parse({ sort: "share", order, limit: 1 }));
    const cursor = first.next_cursor ?? "";
    const next = await browseUsage(tenant.scope, BrowseUsage.parse({ sort: "share", order, cursor }));
    return [...first.data, ...next.data].map((row) => row.feature_key);
  };
  // 3 of 3 seats, 2 of 100 calls.
  expect([await keys("desc"), await keys("asc")]).toEqual([
    ["seats", "calls"],
    ["calls", "seats"],
  ]);
});

it("counters past their limit are told apart", async ({ world }) => {
  const { tenant, customer } = await aFleet(world);
  const past = async () =>
    (await browseUsage(tenant.scope, BrowseUsage.parse({ is_past_limit: true }))).data.map(
      (row) => [row.feature_key, row.used] as const,
    );
  expect(await past()).toEqual([]);
  const { status } = await tenant.admin.post("/v1/billing/usage/set", {
    customer,
    feature_key: "calls",
    value: 101,
    reason: "counted by hand",
  });
  expect([status, await past()]).toEqual([200, [["calls", 101]]]);
});

it("a counter tells what happens past its limit now", async ({ world }) => {
  const { tenant, customer } = await aFleet(world);
  // A use in the very moment of the promise would be counted under it.
  clock.advance(1);
  await tenant.admin.post("/v1/billing/overrides", {
    customer,
    feature_key: "calls",
    overage: "ALLOW",
    reason: "promised",
  });
  const { data } = await browseUsage(tenant.scope, BrowseUsage.parse({}));
  expect(
    Object.fromEntries(data.map((row) => [`${row.feature_key} ${row.status}`, row.overage_behavior])),
  ).toEqual({
    "seats OPEN": "BLOCK",
    "calls OPEN": "ALLOW",
    "calls CLOSED": null,
  });
});

/** What each counter shows as included, by feature and status. */
async function included({ scope }: TestTenant): Promise<Record<string, number | null>> {
  const { data } = await browseUsage(scope, BrowseUsage.parse({}));
  return Object.fromEntries(data.map((row) => [`${row.feature_key} ${row.status}`, row.included]));
}

it("the table shows the limit in force after more seats were bought, as the check answers it", {
  tags: ["long"],
}, async ({ world }) => {
  const { tenant, subscription, price, customer } = await aFleet(world);
  expect(await included(tenant)).toEqual({ "seats OPEN": 3, "calls OPEN": 100 });
  const change = { plan_price_id: price, drivers: [{ feature_key: "seats", steps: 2 }] };
  const changed = await tenant.server.post(
    `/v1/billing/subscriptions/${subscription.id}/change-plan`,
    change,
  );
  expect(changed.status).toBe(200);
  // A use in the very moment of the promise would be counted under it.
  clock.advance(1);
  await tenant.admin.post("/v1/billing/overrides", {
    customer,
    feature_key: "calls",
    limit_add: 11,
    reason: "promised",
  });
  // What was used before the promise keeps the limit that it was used under.
  expect(await included(tenant)).toEqual({ "seats OPEN": 5, "calls OPEN": 111, "calls CLOSED": 100 });
  const { data } = await browseUsage(tenant.scope, BrowseUsage.parse({ feature_key: "calls" }));
  const figures = data.map(({ status, value, used }) => [status, value, used]);
  expect(figures, "the period goes on, with what it had used").toEqual([
    ["OPEN", 0, 2],
    ["CLOSED", 2, 2],
  ]);
  for (const [key, limit] of [
    ["seats", 5],
    ["calls", 111],
  ])
    expect((await tenant.server.get(`/v1/billing/entitlements/${key}?customer=${customer}`)).body.limit).toBe(
      limit,
    );
});

it("a customer with more dimensions than a check reads at once has the same limit in each", {
  tags: ["long"],
}, async ({ world }) => {
  const { tenant, customer } = await aFleet(world);
  const items = Array.from({ length: 21 }, (_, index) => ({
    customer,
    feature_key: "calls",
    quantity: 1,
    dimension: `d${index}`,
  }));
  await tenant.server.post("/v1/billing/usage/batch", { items });
  await tenant.admin.post("/v1/billing/overrides", {
    customer,
    feature_key: "calls",
    limit_set: 7,
    reason: "agreed",
  });
  const { data } = await browseUsage(
    tenant.scope,
    BrowseUsage.parse({ feature_key: "calls", status: "OPEN" }),
  );
  expect([data.length, new Set(data.map((row) => row.included))]).toEqual([22, new Set([7])]);
});

it("a counter whose period is over keeps the limit that it was last counted under", async ({ world }) => {
  const { tenant, customer } = await aFleet(world);
  clock.advance(32 * 86_400);
  await world.services.db.override.create({
    data: {
      tenantId: tenant.id,
      id: "ovr_later",
      customerId: await customerIdOf(tenant, customer),
      featureId: await featureIdOf(tenant),
      limitSet: 1,
      reason: "later",
      createdBy: "test",
      createdAt: clock.now(),
      startsAt: clock.now(),
    },
  });
  expect(await included(tenant)).toMatchObject({ "calls OPEN": 100 });
});

async function customerIdOf({ id: tenantId, scope }: TestTenant, externalId: string): Promise<string> {
  return (await scope.db.customer.findFirstOrThrow({ where: { tenantId, externalId } })).id;
}

async function featureIdOf({ id: tenantId, scope }: TestTenant): Promise<string> {
  return (await scope.db.feature.findFirstOrThrow({ where: { tenantId, key: "calls" } })).id;
}
