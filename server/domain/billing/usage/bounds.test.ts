import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { fieldsFor } from "../../../testing/sample-input.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { restProcedures } from "../../../trpc/rest-procedures.ts";
import { appRouter } from "../../../trpc/root.ts";

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world, { mode: "TEST" });
  const prices = [{ currency: "USD", unitAmount: "1000000" }];
  catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: { limit: 10, overage: "BILL", prices } },
        prices: [{ amount: 1000 }],
      },
    ],
  });
});

afterAll(() => world.close());

async function aSubscriber() {
  const customer = unique("customer");
  const { status, body } = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.pro?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return { customer, id: body.id as string };
}

describe("usage so large that it could not be billed", () => {
  it("is refused when it is recorded, reserved or set; what is accepted can be read", {
    tags: ["long"],
  }, async () => {
    const { customer, id } = await aSubscriber();
    const named = { customer, feature_key: "calls" };
    const tries = {
      record: (quantity: number) => tenant.server.post("/v1/billing/usage", { ...named, quantity }),
      reserve: (quantity: number) =>
        tenant.server.post("/v1/billing/usage/reservations", { ...named, quantity }),
      set: (value: number) => tenant.admin.post("/v1/billing/usage/set", { ...named, value }),
    };
    const tooMuch = await tries.set(1e12);
    expect([tooMuch.status, tooMuch.body.code]).toEqual([422, "K8018"]);
    expect((await tries.record(1e12)).status).toBe(409);
    const quantity = fc.oneof(
      fc.constantFrom(1, 1e6, 1e6 + 9, 1e6 + 11, 1e9, 1e12, 1e15),
      fc.integer({ min: 1, max: 2_000_000_000 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(tries)), quantity, async (act, units) => {
        expect((await act(units)).status).toBeLessThan(500);
        for (const path of [
          `/v1/billing/entitlements/calls?customer=${customer}`,
          `/v1/billing/usage?customer=${customer}`,
          `/v1/billing/subscriptions/${id}`,
        ])
          expect([path, (await tenant.server.get(path)).status]).toEqual([path, 200]);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a subscription that has ended", () => {
  it("cannot be changed, not even to its own price", { tags: ["long"] }, async () => {
    const { id } = await aSubscriber();
    await tenant.server.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
    const same = { plan_price_id: catalog.plans.pro?.prices[0] };
    for (const path of ["change-plan", "change-plan/preview"]) {
      const reply = await tenant.server.post(`/v1/billing/subscriptions/${id}/${path}`, same);
      expect([path, reply.status, reply.body.code]).toEqual([path, 409, "K6003"]);
    }
  });
});

describe("a customer that does not exist", () => {
  it("is not found by usage/set", async () => {
    const set = { customer: unique("typo"), feature_key: "calls", value: 1 };
    const reply = await tenant.admin.post("/v1/billing/usage/set", set);
    expect([reply.status, reply.body.code]).toEqual([404, "K3003"]);
  });

  // The operations that start something for a new customer, by name; a new operation is covered automatically.
  const NAMING = [
    "usage.record",
    "usage.recordBatch",
    "usage.reserve",
    "checkout.create",
    "paymentMethods.createSetupIntent",
    "testClocks.addCustomer",
    "subscriptions.create",
    "subscriptions.startHeadless",
    "auth.register",
  ];

  it("is created only by operations that start something for them", { tags: ["long"] }, async () => {
    const typo = unique("typo");
    const ids = {
      subscription: "x",
      customer: typo,
      product: "x",
      plan: "x",
      planPrice: catalog.plans.pro?.prices[0] ?? "",
      pack: catalog.plans.pro?.packId ?? "",
      feature: "calls",
      application: "x",
      tenant: tenant.id,
    };
    for (const { name, procedure, meta } of restProcedures(appRouter)) {
      if (NAMING.includes(name)) continue;
      const { method, path } = meta.openapi;
      const input = fieldsFor(procedure, path, method, ids);
      const search = new URLSearchParams(input.query).toString();
      const body = input.body && {
        ...input.body,
        ...("feature_key" in input.body && { feature_key: "calls" }),
      };
      await tenant.admin.send(method, `${input.path}${search && `?${search}`}`, body);
      const made = await world.services.db.customer.count({
        where: { tenantId: tenant.id, externalId: typo },
      });
      expect([name, made]).toEqual([name, 0]);
    }
  });
});

describe("a test clock", () => {
  it("takes three customers, the card provider's limit, also of five at once", async () => {
    const { id } = (await tenant.admin.post("/v1/test-clocks", {})).body;
    const add = (customer: string) =>
      tenant.admin.post(`/v1/test-clocks/${id}/customers`, { customer, email: `${customer}@example.com` });
    const names = Array.from({ length: 5 }, () => unique("clocked"));
    const replies = await Promise.all(names.map(add));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.code).toBe("K3022");
    const known = names[replies.findIndex(({ status }) => status === 201)] ?? "";
    expect((await add(known)).status).toBe(201);
  });
});
