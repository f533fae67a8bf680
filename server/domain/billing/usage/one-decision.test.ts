import { expect } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";

// Check, use, reservation, confirmation and set are one decision: what one of them says, the others do.

type Units = Record<string, unknown>;

/** A customer with a subscription of one product for each entitlement to units. */
async function aCustomer(world: World, entitlements: Units[], paidBy: "card" | "invoice" = "invoice") {
  const tenant = await aTenant(world);
  const named = { customer: unique("customer"), feature_key: "units" };
  const subscriptions: string[] = [];
  let known: TestCatalog["features"] | undefined;
  for (const [n, units] of entitlements.entries()) {
    const { features, plans } = await aCatalog(tenant.scope, {
      ...(known ? { known } : { features: { units: { type: "METERED" } } }),
      plans: [{ slug: `plan${n}`, entitlements: { units }, prices: [{ amount: 1000 }] }],
    });
    known = features;
    const price = plans[`plan${n}`]?.prices[0];
    subscriptions.push((await aSubscription(tenant, { customer: named.customer, price, paidBy })).id);
  }
  const at = "/v1/billing/usage";
  return {
    subscriptions,
    pause: (id = subscriptions[0]) => tenant.admin.post(`/v1/billing/subscriptions/${id}/pause`),
    use: (quantity: number, fields: object = {}) => tenant.server.post(at, { ...named, quantity, ...fields }),
    reserve: async (quantity: number, fields: object = {}) =>
      (await tenant.server.post(`${at}/reservations`, { ...named, quantity, ...fields })).body.id as string,
    confirm: (id: string, quantity?: number) =>
      tenant.server.post(`${at}/reservations/${id}/confirm`, { quantity }),
    set: (value: number, fields: object = {}) =>
      tenant.admin.post(`${at}/set`, { ...named, value, ...fields }),
    check: async (quantity: number, dimension?: string) => {
      const query = `customer=${named.customer}&quantity=${quantity}${dimension ? `&dimension=${dimension}` : ""}`;
      return (await tenant.server.get(`/v1/billing/entitlements/units?${query}`)).body;
    },
  };
}

it("a confirmation of more than was reserved needs access for what is more", async ({ world }) => {
  const { pause, reserve, confirm, check } = await aCustomer(world, [{ limit: 10 }]);
  const id = await reserve(5);
  expect((await pause()).status).toBe(200);
  const more = await confirm(id, 8);
  expect([more.status, more.body.code, more.body.details]).toMatchObject([
    409,
    "K8005",
    { reason: "STATUS_BLOCKED", check: { allowed: false, used: 5 } },
  ]);
  expect((await confirm(id, 5)).body).toMatchObject({ status: "CONFIRMED", confirmed: 5 });
  expect(await check(1)).toMatchObject({ used: 5, reason: "STATUS_BLOCKED" });
});

it("a confirmation of more than was reserved answers the same when access is lost and it is repeated", async ({
  world,
}) => {
  const { pause, reserve, confirm } = await aCustomer(world, [{ limit: 10 }]);
  const id = await reserve(5);
  const first = await confirm(id, 8);
  expect(first.body).toMatchObject({ status: "CONFIRMED", confirmed: 8 });
  await pause();
  expect((await confirm(id, 8)).body).toEqual(first.body);
  expect((await confirm(id, 9)).body.code).toBe("K8010");
});

it("a confirmation that is refused shows the check of the units beyond the reserved ones", async ({
  world,
}) => {
  const { reserve, confirm } = await aCustomer(world, [{ limit: 10 }]);
  const id = await reserve(5);
  const { body } = await confirm(id, 11);
  expect(body).toMatchObject({
    code: "K8005",
    details: { reason: "LIMIT_REACHED", check: { used: 5, remaining: 5 } },
  });
  expect((await confirm(id, 10)).body).toMatchObject({ confirmed: 10 });
});

it("units that are free again in one dimension may be used in another, of several sources, too", async ({
  world,
}) => {
  for (const entitlements of [[{ limit: 10 }], [{ limit: 6 }, { limit: 4 }]]) {
    const { reserve, use, check } = await aCustomer(world, entitlements);
    await reserve(8, { dimension: "a", expires_in: 1 });
    expect((await use(5, { dimension: "b" })).body.code).toBe("K8005");
    await expect.poll(async () => (await check(5, "b")).allowed).toBe(true);
    expect((await use(5, { dimension: "b" })).body).toMatchObject({ counted: 5, remaining: 5 });
  }
});

it("a receipt says that nothing limits what is left, of several sources, too", async ({ world }) => {
  const { use, check } = await aCustomer(world, [{ limit: null }, { limit: 4 }]);
  const event = { event_id: unique("event") };
  const first = await use(5, event);
  expect(first.body).toMatchObject({ limit: null, remaining: null });
  expect((await use(5, event)).body).toEqual(first.body);
  expect((await use(5)).body).toMatchObject({ used: 10, limit: null, remaining: null });
  expect(await check(1)).toMatchObject({ used: 10, remaining: null });
});

it("where more is set than is allowed, the highest usage still granted is the limit, of several sources, too", async ({
  world,
}) => {
  for (const entitlements of [[{ limit: 10 }], [{ limit: 6 }, { limit: 4 }]]) {
    const { set, check, use } = await aCustomer(world, entitlements);
    expect((await set(15)).status).toBe(200);
    const decided = await check(1);
    expect(decided).toMatchObject({ allowed: false, used: 15, limit: 10, access_limit: 10, remaining: 0 });
    expect((await use(1)).body.details.check.access_limit).toBe(10);
  }
});

it("a value is set up to what can be billed of all dimensions that share a limit, as a use is counted", async ({
  world,
}) => {
  // 10,000.00 a unit: 99 of them are 990,000.00, and Stripe takes 999,999.99.
  const prices = [{ currency: "USD", pricing: "FLAT", unitAmount: "1000000" }];
  const { set, use, check } = await aCustomer(world, [{ limit: 10, overage: "BILL", prices }], "card");
  expect((await set(60, { dimension: "a" })).status).toBe(200);
  expect([(await check(49, "b")).allowed, (await check(50, "b")).reason]).toEqual([true, "CAP_REACHED"]);
  const refused = await set(50, { dimension: "b" });
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([422, "K8018", { most: "49" }]);
  expect((await use(50, { dimension: "b" })).body.code).toBe("K8005");
  expect((await set(49, { dimension: "b" })).status).toBe(200);
  // Less is always taken.
  expect((await set(59, { dimension: "a" })).status).toBe(200);
});
