import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";

// The amounts that the specification works out, over REST, in the time of a test clock. The worked figures of units without
// money are in domain/billing/usage/usage.test.ts, those of periods in time-travel.test.ts.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

interface Story {
  tenant: TestTenant;
  id: string;
  customer: string;
  price: Record<string, string>;
  to(moment: string): Promise<void>;
  change(plan: string): Promise<number>;
  invoices(): Promise<{ total: number; status: string; amounts: number[] }[]>;
}

/** A subscriber to the first plan, by a card that works, since the moment the clock begins with. */
async function aSubscriber(now: string, plans: Parameters<typeof aCatalog>[1]["plans"]): Promise<Story> {
  const tenant = await aTenant(world, { mode: "TEST" });
  const catalog = await aCatalog(tenant.scope, { features: { events: { type: "METERED" } }, plans });
  const price = Object.fromEntries(
    Object.entries(catalog.plans).map(([slug, plan]) => [slug, plan.prices[0] ?? ""]),
  );
  const clock = (await tenant.admin.post("/v1/test-clocks", { now })).body.id;
  const customer = unique("customer");
  await tenant.admin.post(`/v1/test-clocks/${clock}/customers`, { customer, email: "ada@example.com" });
  const started = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    plan_price_id: price[plans[0]?.slug ?? ""],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const { id, provider_subscription_id: remoteId } = started.body;
  return {
    tenant,
    id,
    customer,
    price,
    async to(moment) {
      const reply = await tenant.admin.post(`/v1/test-clocks/${clock}/advance`, { to: moment });
      expect(reply.body).toMatchObject({ status: "READY" });
    },
    change: async (plan) => {
      const path = `/v1/billing/subscriptions/${id}/change-plan`;
      return (await tenant.server.post(path, { plan_price_id: price[plan] })).status;
    },
    async invoices() {
      // By customer: what is owed for a subscription that has ended is on an invoice of the customer's.
      const url = `${world.sandboxUrl}/v1`;
      const headers = { authorization: `Bearer ${tenant.providerKey}` };
      const subscription = await fetch(`${url}/subscriptions/${remoteId}`, { headers });
      const { customer: payer } = (await subscription.json()) as { customer: string };
      const response = await fetch(`${url}/invoices?customer=${payer}&limit=20`, { headers });
      const { data } = (await response.json()) as {
        data: { total: number; status: string; lines: { data: { amount: number }[] } }[];
      };
      return data.reverse().map(({ total, status, lines }) => ({
        total,
        status,
        amounts: lines.data.map(({ amount }) => amount).sort((a, b) => a - b),
      }));
    },
  };
}

const plan = (slug: string, amount: number, entitlements: object = {}) => ({
  slug,
  entitlements: { events: { limit: 100, ...entitlements } },
  prices: [{ amount }],
});

describe("changing a plan", () => {
  it("10 to 20 a month, half-way: −5, +10, net 5", { tags: ["long"] }, async () => {
    // 30 days, of which 15 have passed.
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("ten", 1000), plan("twenty", 2000)]);
    await story.to("2027-04-16T00:00:00Z");
    expect(await story.change("twenty")).toBe(200);
    expect((await story.invoices()).at(-1)).toEqual({ total: 500, status: "paid", amounts: [-500, 1000] });
  });

  it("5 to 20, 30-day month, after one day: −4.83 +19.33 = 14.50; the way back −14.50", {
    tags: ["long"],
  }, async () => {
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("five", 500), plan("twenty", 2000)]);
    await story.to("2027-04-02T00:00:00Z");
    expect(await story.change("twenty")).toBe(200);
    expect((await story.invoices()).at(-1)).toMatchObject({ total: 1450, amounts: [-483, 1933] });
    expect(await story.change("five")).toBe(200);
    expect((await story.invoices()).at(-1)).toMatchObject({ total: -1450, amounts: [-1933, 483] });
  });

  it("usage of the period counts towards the new limit", { tags: ["long"] }, async () => {
    const story = await aSubscriber("2027-04-01T00:00:00Z", [
      plan("ten", 1000),
      plan("more", 2000, { limit: 500 }),
    ]);
    const { server } = story.tenant;
    const use = { customer: story.customer, feature_key: "events", quantity: 80 };
    await server.post("/v1/billing/usage", use);
    await story.to("2027-04-10T00:00:00Z");
    await story.change("more");
    const check = await server.get(`/v1/billing/entitlements/events?customer=${story.customer}`);
    expect(check.body).toMatchObject({ used: 80, limit: 500, remaining: 420 });
  });
});

describe("a cap", () => {
  it("of 5, two concurrent uses of 5: total 5, never 10", { tags: ["long"] }, async () => {
    const capped = {
      limit: 0,
      overage: "BILL" as const,
      prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 100, overageCapAmount: 500n }],
    };
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("ten", 1000, capped)]);
    const { server } = story.tenant;
    const use = { customer: story.customer, feature_key: "events", quantity: 5 };
    const replies = await Promise.all([1, 2, 3].map(() => server.post("/v1/billing/usage", use)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const check = await server.get(`/v1/billing/entitlements/events?customer=${story.customer}`);
    expect(check.body).toMatchObject({
      used: 5,
      billed_amount: 500,
      cap_reached: true,
      reason: "CAP_REACHED",
    });
  });
});

describe("held units past the limit", () => {
  it("2 seats included, 3 more at 10.00 each: 30.00 on the renewal after each month in which they were held", {
    tags: ["long"],
  }, async () => {
    const tenant = await aTenant(world, { mode: "TEST" });
    const seats = {
      limit: 2,
      overage: "BILL" as const,
      prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 1000 }],
    };
    const catalog = await aCatalog(tenant.scope, {
      features: { seats: { type: "ALLOCATED" } },
      plans: [{ slug: "team", entitlements: { seats }, prices: [{ amount: 5000 }] }],
    });
    const clock = (await tenant.admin.post("/v1/test-clocks", { now: "2027-04-01T00:00:00Z" })).body.id;
    const customer = unique("customer");
    await tenant.admin.post(`/v1/test-clocks/${clock}/customers`, { customer, email: "ada@example.com" });
    const { body } = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      plan_price_id: catalog.plans.team?.prices[0],
      cardprovider_test_card_token: "tok_visa",
    });
    const hold = (quantity: number) =>
      tenant.server.post("/v1/billing/usage", { customer, feature_key: "seats", quantity });
    const to = (moment: string) => tenant.admin.post(`/v1/test-clocks/${clock}/advance`, { to: moment });
    await hold(5);
    await to("2027-05-01T03:00:00Z");
    await hold(-3);
    await to("2027-07-02T00:00:00Z");
    const url = `${world.sandboxUrl}/v1/invoices?subscription=${body.provider_subscription_id}&limit=20`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${tenant.providerKey}` } });
    const { data } = (await response.json()) as { data: { total: number }[] };
    expect(data.reverse().map(({ total }) => total)).toEqual([5000, 8000, 8000, 5000]);
    const check = await tenant.server.get(`/v1/billing/entitlements/seats?customer=${customer}`);
    expect(check.body).toMatchObject({ used: 2, limit: 2 });
  });
});

describe("canceling", () => {
  const bills = {
    overage: "BILL" as const,
    prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }],
  };

  it("500 events, 100 free, 0.02 each, canceled now: 8.00 for usage", { tags: ["long"] }, async () => {
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("ten", 1000, bills)]);
    const use = { customer: story.customer, feature_key: "events", quantity: 500 };
    expect((await story.tenant.server.post("/v1/billing/usage", use)).status).toBe(201);
    await story.to("2027-04-10T00:00:00Z");
    const canceled = await story.tenant.server.post(`/v1/billing/subscriptions/${story.id}/cancel`, {
      at: "now",
    });
    expect([canceled.status, canceled.body.status]).toEqual([200, "CANCELED"]);
    expect((await story.invoices()).at(-1)).toEqual({ total: 800, status: "paid", amounts: [800] });
    const usage = await story.tenant.server.get(`/v1/billing/usage?customer=${story.customer}`);
    expect(usage.body).toMatchObject([{ status: "BILLED", value: 500 }]);
    const again = await story.tenant.server.post(`/v1/billing/subscriptions/${story.id}/cancel`, {
      at: "now",
    });
    expect([again.status, again.body.code]).toEqual([409, "K6003"]);
    expect(await story.invoices()).toHaveLength(2);
  });

  it("at the period's end: it goes on until then, is taken back by resuming, and ends", {
    tags: ["long"],
  }, async () => {
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("ten", 1000, bills)]);
    const path = `/v1/billing/subscriptions/${story.id}`;
    const { server } = story.tenant;
    const canceled = await server.post(`${path}/cancel`, { reason: "too dear" });
    expect(canceled.body).toMatchObject({
      status: "ACTIVE",
      ended_at: null,
      canceled_at: "2027-04-01T00:00:00.000Z",
    });
    expect((await server.post(`${path}/resume`)).body).toMatchObject({ status: "ACTIVE", canceled_at: null });
    expect((await server.post(`${path}/resume`)).body.code).toBe("K6078");
    await server.post(`${path}/cancel`);
    await server.post("/v1/billing/usage", {
      customer: story.customer,
      feature_key: "events",
      quantity: 150,
    });
    await story.to("2027-05-01T03:00:00Z");
    expect((await server.get(path)).body).toMatchObject({
      status: "CANCELED",
      ended_at: "2027-05-01T00:00:00.000Z",
    });
    expect((await story.invoices()).map(({ total }) => total)).toEqual([1000, 100]);
    const ours = await server.get(`/v1/billing/invoices?subscription_id=${story.id}`);
    expect(ours.body.data.map(({ total }: { total: number }) => total)).toEqual([100, 1000]);
    const list = await server.get(`/v1/billing/subscriptions?customer=${story.customer}&status=CANCELED`);
    expect(list.body.data).toMatchObject([{ id: story.id }]);
  });

  it("paused, nothing may be used and nothing is paid; resumed, both go on", { tags: ["long"] }, async () => {
    const story = await aSubscriber("2027-04-01T00:00:00Z", [plan("ten", 1000)]);
    const path = `/v1/billing/subscriptions/${story.id}`;
    const { server } = story.tenant;
    const check = async () =>
      (await server.get(`/v1/billing/entitlements/events?customer=${story.customer}`)).body;
    for (let round = 0; round < 2; round++)
      expect((await server.post(`${path}/pause`)).body.status).toBe("PAUSED");
    expect(await check()).toMatchObject({ allowed: false, reason: "STATUS_BLOCKED" });
    await story.to("2027-05-02T00:00:00Z");
    expect((await story.invoices()).filter(({ status }) => status === "paid")).toHaveLength(1);
    expect((await server.post(`${path}/resume`)).body.status).toBe("ACTIVE");
    expect((await check()).allowed).toBe(true);
  });
});
