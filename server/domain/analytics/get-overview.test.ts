import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { getOverview } from "./get-overview.ts";
import { LIVE_STATUSES } from "./get-overview-schema.ts";

type Status = (typeof LIVE_STATUSES)[number] | "CANCELED";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A customer with a subscription in each of the statuses. */
async function aCustomer({ scope }: TestTenant, catalog: TestCatalog, statuses: Status[], isErased = false) {
  const { tenantId, db } = scope;
  const now = scope.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const customerId = newId("customer");
  const erasedAt = isErased ? now : null;
  await db.customer.create({
    data: { tenantId, id: customerId, externalId: unique("customer"), erasedAt, ...stamps },
  });
  const { id: planId = "", prices = [] } = catalog.plans.pro ?? {};
  const bought = {
    productId: catalog.productId,
    planId,
    planPriceId: prices[0] ?? "",
    provider: "PROVIDER_B",
  } as const;
  for (const status of statuses) {
    const ended = status === "CANCELED" ? { canceledAt: now, endedAt: now } : {};
    const subscription = { tenantId, id: newId("subscription"), customerId, status, periodAnchor: now };
    await db.subscription.create({ data: { ...subscription, ...bought, ...ended, ...stamps } });
  }
}

test("a new tenant has nothing, under every status", async () => {
  const tenant = await aTenant(world);
  expect(await getOverview(tenant.scope)).toEqual({
    customers: { total: 0, subscribed: 0 },
    subscriptions: { live: 0, by_status: LIVE_STATUSES.map((status) => ({ status, count: 0 })) },
    waitlist: {
      total: 0,
      by_status: ["PENDING", "INVITED", "REGISTERED", "REJECTED"].map((status) => ({ status, count: 0 })),
    },
  });
});

test("figures count the tenant's own: live subscriptions, customers that were not erased, the waitlist", {
  tags: ["long"],
}, async () => {
  const [tenant, neighbour] = [await aTenant(world), await aTenant(world)];
  for (const owner of [tenant, neighbour]) {
    const catalog = await aCatalog(owner.scope, { plans: [{ slug: "pro", prices: [{ amount: 2000 }] }] });
    await aCustomer(owner, catalog, ["ACTIVE"]);
    if (owner === neighbour) continue;
    await aCustomer(owner, catalog, ["CANCELED", "TRIALING"]);
    await aCustomer(owner, catalog, ["CANCELED"]);
    await aCustomer(owner, catalog, ["PAST_DUE"], true);
    await aCustomer(owner, catalog, []);
  }
  for (const joined of [tenant, tenant, neighbour]) {
    const answer = await joined.browser.post("/v1/waitlist", { email: `${unique("waiting")}@example.com` });
    expect(answer.status).toBe(201);
  }
  const { customers, subscriptions, waitlist } = await getOverview(tenant.scope);
  expect(customers).toEqual({ total: 4, subscribed: 2 });
  expect(subscriptions.live).toBe(3);
  expect(subscriptions.by_status.filter(({ count }) => count > 0)).toEqual([
    { status: "ACTIVE", count: 1 },
    { status: "TRIALING", count: 1 },
    { status: "PAST_DUE", count: 1 },
  ]);
  expect(waitlist.total).toBe(2);
  expect(waitlist.by_status[0]).toEqual({ status: "PENDING", count: 2 });
});
