import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aProShop, type ProShop } from "../../../../testing/a-pro-shop.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";

let world: World;
let tenant: ProShop["tenant"];
let price: ProShop["price"];
let aSubscriber: ProShop["aSubscriber"];

beforeAll(async () => {
  world = await openWorld();
  ({ tenant, price, aSubscriber } = await aProShop(world));
});

afterAll(() => world.close());

describe("changing the plan", () => {
  const change = (id: string, planPriceId: string) =>
    tenant.server.post(`/v1/billing/subscriptions/${id}/change-plan`, { plan_price_id: planPriceId });

  it("takes effect at once, with the new plan's entitlements", { tags: ["long"] }, async () => {
    const { customer, subscription } = await aSubscriber();
    await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "api_calls", value: 900 });
    const reply = await change(subscription.id, price("team"));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id: subscription.id,
      plan: { slug: "team" },
      plan_price_id: price("team"),
      status: "ACTIVE",
    });
    const check = await tenant.server.get(`/v1/billing/entitlements/api_calls?customer=${customer}`);
    expect(check.body).toMatchObject({ allowed: true, limit: 50_000, used: 900, remaining: 49_100 });
  });

  it("usage stays when the interval changes", { tags: ["long"] }, async () => {
    const { customer, subscription } = await aSubscriber();
    await tenant.admin.post("/v1/billing/usage/set", { customer, feature_key: "api_calls", value: 400 });
    const reply = await change(subscription.id, price("pro", 2));
    expect(reply.body).toMatchObject({ plan_price: { interval: "YEAR" } });
    const set = await tenant.admin.post("/v1/billing/usage/set", {
      customer,
      feature_key: "api_calls",
      value: 401,
    });
    expect(set.body).toMatchObject({ value: 401, period_end: reply.body.current_period_end });
  });

  it("the same price changes nothing", async () => {
    const { subscription } = await aSubscriber();
    const reply = await change(subscription.id, price("pro"));
    expect([reply.status, reply.body]).toEqual([200, subscription]);
    const events = await world.services.db.event.count({
      where: { tenantId: tenant.id, objectId: subscription.id },
    });
    // Its beginning.
    expect(events).toBe(2);
  });

  it("a failed charge leaves the old plan", async () => {
    const { subscription } = await aSubscriber(price("free"), {
      cardprovider_payment_method_id: "pm_card_chargeCustomerFail",
    });
    const reply = await change(subscription.id, price("team"));
    expect([reply.status, reply.body.code]).toEqual([402, "K7001"]);
    const after = await tenant.server.get(`/v1/billing/subscriptions/${subscription.id}`);
    expect(after.body).toEqual(subscription);
  });

  it("refuses another currency, another product and an unknown price", async () => {
    const { subscription } = await aSubscriber();
    const other = await aCatalog(tenant.scope, { plans: [{ slug: "other", prices: [{ amount: 100 }] }] });
    expect((await change(subscription.id, price("pro", 1))).body.code).toBe("K6006");
    expect((await change(subscription.id, other.plans.other?.prices[0] ?? "")).body.code).toBe("K6005");
    expect((await change(subscription.id, "price_01h455vb4pex5vsknk084sn02q")).body.code).toBe("K5003");
    expect((await change("sub_01h455vb4pex5vsknk084sn02q", price("team"))).body.code).toBe("K6001");
  });

  it("ten at once to the same price charge once", { tags: ["long"] }, async () => {
    const { subscription } = await aSubscriber();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => change(subscription.id, price("team"))),
    );
    expect(replies.every(({ status, body }) => status === 200 || body.code === "K6007")).toBe(true);
    const events = await world.services.db.event.findMany({
      where: { tenantId: tenant.id, objectId: subscription.id, type: "subscription.plan_changed" },
    });
    expect(events).toHaveLength(1);
  });
});

describe("what a customer may do", () => {
  const check = (customer: string, key: string, query = "") =>
    tenant.server.get(`/v1/billing/entitlements/${key}?customer=${customer}${query}`);
  const set = (fields: object) => tenant.admin.post("/v1/billing/usage/set", fields);

  it("answers each feature type", async () => {
    const { customer, subscription } = await aSubscriber();
    expect((await check(customer, "sso")).body).toMatchObject({
      allowed: true,
      configured: true,
      enabled: true,
      limit: null,
      value: null,
      reason: null,
    });
    expect((await check(customer, "region")).body).toMatchObject({
      allowed: true,
      value: { type: "string", value: "eu" },
    });
    expect((await check(customer, "seats", "&quantity=6")).body).toMatchObject({
      allowed: false,
      reason: "LIMIT_REACHED",
      limit: 5,
      resets_at: null,
    });
    const calls = (await check(customer, "api_calls")).body;
    expect(calls).toMatchObject({
      allowed: true,
      limit: 1000,
      used: 0,
      remaining: 1000,
      access_limit: 6000,
      overage_behavior: "BILL",
      billed_amount: 0,
      currency: "USD",
    });
    expect(calls.resets_at).toBe(subscription.current_period_end);
    expect(calls.subscription_status).toEqual({
      subscription_id: subscription.id,
      status: "ACTIVE",
      plan_slug: "pro",
      current_period_end: subscription.current_period_end,
      trial_end: null,
    });
  });

  it("bills overage by started steps and stops at the ceiling", async () => {
    const { customer } = await aSubscriber();
    await set({ customer, feature_key: "api_calls", value: 3500 });
    expect((await check(customer, "api_calls")).body).toMatchObject({
      allowed: true,
      used: 3500,
      remaining: 0,
      billed_amount: 300,
      cap_reached: false,
    });
    await set({ customer, feature_key: "api_calls", value: 6000 });
    const refused = (await check(customer, "api_calls")).body;
    expect(refused).toMatchObject({
      allowed: false,
      reason: "CEILING_REACHED",
      billed_amount: 500,
      cap_reached: true,
    });
    expect(refused.upgrade_options.map((option: { plan_slug: string }) => option.plan_slug)).toEqual([
      "team",
    ]);
  });

  it("refuses a feature that the plan lacks, an unknown one, and a customer without a subscription", async () => {
    const { customer } = await aSubscriber();
    expect((await check(customer, "exports")).body).toMatchObject({
      allowed: false,
      configured: false,
      reason: "NOT_IN_PLAN",
    });
    const unknown = await check(customer, "nonsense");
    expect([unknown.status, unknown.body.code]).toEqual([404, "K8001"]);
    const stranger = await check(unique("stranger"), "sso");
    expect(stranger.body).toMatchObject({
      allowed: false,
      reason: "NO_SUBSCRIPTION",
      subscription_status: null,
    });
    const nobody = await tenant.server.get("/v1/billing/entitlements/sso");
    expect([nobody.status, nobody.body.code]).toEqual([422, "K3006"]);
  });

  it("uses the product's free plan without a subscription", async () => {
    const other = await aTenant(world);
    await aCatalog(other.scope, {
      features: { api_calls: { type: "METERED" } },
      plans: [{ slug: "free", entitlements: { api_calls: { limit: 10 } }, prices: [{ amount: 0 }] }],
      freePlan: "free",
    });
    const reply = await other.server.get("/v1/billing/entitlements/api_calls?customer=somebody&quantity=10");
    expect(reply.body).toMatchObject({ allowed: true, limit: 10, subscription_status: null });
    const use = { customer: "somebody", feature_key: "api_calls", quantity: 1 };
    expect((await other.server.post("/v1/billing/usage", use)).status).toBe(201);
    const used = await other.admin.post("/v1/billing/usage/set", {
      customer: "somebody",
      feature_key: "api_calls",
      value: 10,
    });
    expect(used.body).toMatchObject({ value: 10, subscription_id: null });
    expect(
      (await other.server.get("/v1/billing/entitlements/api_calls?customer=somebody")).body,
    ).toMatchObject({ allowed: false, reason: "LIMIT_REACHED", used: 10 });
  });

  it("dimensions share the customer's limit", async () => {
    const { customer } = await aSubscriber();
    await set({ customer, feature_key: "seats", value: 3, dimension: "berlin" });
    await set({ customer, feature_key: "seats", value: 2, dimension: "paris" });
    expect((await check(customer, "seats", "&dimension=rome")).body).toMatchObject({
      allowed: false,
      used: 5,
    });
    const list = await tenant.server.get(`/v1/billing/usage?customer=${customer}&feature_key=seats`);
    expect(
      list.body
        .map((record: { dimension: string; value: number }) => [record.dimension, record.value])
        .sort(),
    ).toEqual([
      ["berlin", 3],
      ["paris", 2],
    ]);
  });
});

describe("usage", () => {
  const set = (fields: object) => tenant.admin.post("/v1/billing/usage/set", fields);

  it("is set exactly, as often as one likes, and every difference is in the ledger", async () => {
    const { customer, subscription } = await aSubscriber();
    for (const value of [10, 10, 2.5, 0.000001, 700])
      expect((await set({ customer, feature_key: "api_calls", value })).body.value).toBe(value);
    const list = await tenant.server.get(`/v1/billing/usage?customer=${customer}`);
    expect(list.body).toHaveLength(1);
    expect(list.body[0]).toMatchObject({
      value: 700,
      status: "OPEN",
      subscription_id: subscription.id,
      feature_key: "api_calls",
      period_end: subscription.current_period_end,
    });
    const ledger = await world.services.db.usageLedgerEntry.findMany({
      where: { tenantId: tenant.id, recordId: list.body[0].id },
      orderBy: { id: "asc" },
    });
    expect(ledger.map(({ delta }) => delta.toNumber())).toEqual([10, -7.5, -2.499999, 699.999999]);
  });

  it("20 admins at once leave a counter whose ledger adds up", { tags: ["long"] }, async () => {
    const { customer } = await aSubscriber();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => set({ customer, feature_key: "api_calls", value: index * 3 })),
    );
    const [record] = (await tenant.server.get(`/v1/billing/usage?customer=${customer}`)).body;
    const sum = await world.services.db.usageLedgerEntry.aggregate({
      where: { tenantId: tenant.id, recordId: record.id },
      _sum: { delta: true },
    });
    expect(sum._sum.delta?.toNumber()).toBe(record.value);
  });

  it.each([
    ["a negative value", { value: -1 }, 400, "K1002"],
    ["seven decimal places", { value: 0.0000001 }, 400, "K1002"],
    ["a string", { value: "7" }, 400, "K1002"],
    ["a feature without units", { feature_key: "sso" }, 422, "K8003"],
    ["an unknown feature", { feature_key: "nonsense" }, 404, "K8001"],
    ["a moment before the period", { occurred_at: "2020-01-01T00:00:00Z" }, 409, "K8002"],
  ])("refuses %s", async (_, change, status, code) => {
    const { customer } = await aSubscriber();
    const reply = await set({ customer, feature_key: "api_calls", value: 1, ...change });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("without subscription and free plan there is nothing to count under", async () => {
    const customer = unique("customer");
    const named = { customer, email: "n@example.com" };
    await tenant.server.post("/v1/billing/cardprovider/setup-intent", named);
    const reply = await set({ customer, feature_key: "api_calls", value: 1 });
    expect([reply.status, reply.body.code]).toEqual([409, "K8004"]);
  });

  it("of an unknown customer is not set, and no customer is created", async () => {
    const customer = unique("stranger");
    const reply = await set({ customer, feature_key: "api_calls", value: 1 });
    expect([reply.status, reply.body.code]).toEqual([404, "K3003"]);
    expect(
      await world.services.db.customer.count({ where: { tenantId: tenant.id, externalId: customer } }),
    ).toBe(0);
  });

  it("is for admins only", async () => {
    const reply = await tenant.server.post("/v1/billing/usage/set", {
      customer: "x",
      feature_key: "api_calls",
      value: 1,
    });
    expect([reply.status, reply.body.code]).toEqual([403, "K2006"]);
  });
});

describe("card forms and checkout", () => {
  it("opens a setup intent, each time a new one, for one provider customer", async () => {
    const customer = unique("customer");
    const path = "/v1/billing/cardprovider/setup-intent";
    const first = await tenant.server.post(path, { customer, email: "k@example.com" });
    const second = await tenant.server.post(path, { customer });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.client_secret).toMatch(/^seti_\w+_secret_\w+$/);
    expect(first.body.client_secret).not.toBe(second.body.client_secret);
    expect(first.body.customer_id).toBe(second.body.customer_id);
    const missing = await tenant.server.post(path, { customer: unique("customer") });
    expect([missing.status, missing.body.code]).toEqual([422, "K3004"]);
  });

  it("makes a hosted page", async () => {
    const reply = await tenant.server.post("/v1/billing/checkout", {
      customer: unique("customer"),
      email: "l@example.com",
      plan_price_id: price("pro"),
      drivers: [],
    });
    expect(reply.status).toBe(201);
    const page = await fetch(reply.body.url);
    expect(page.status).toBe(200);
    const unknownDriver = {
      customer: unique("customer"),
      email: "l@example.com",
      plan_price_id: price("pro"),
      drivers: [{ feature_key: "seats", steps: 2 }],
    };
    expect((await tenant.server.post("/v1/billing/checkout", unknownDriver)).body.code).toBe("K6009");
  });
});
