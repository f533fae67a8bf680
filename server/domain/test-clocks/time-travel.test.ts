import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";

// Scenarios of a customer's life, over REST with a test clock; the sandbox plays the card provider.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

type Plans = Parameters<typeof aCatalog>[1]["plans"];

interface Story {
  tenant: TestTenant;
  customer: string;
  clockId: string;
  prices: Record<string, string>;
  to(moment: string): Promise<void>;
  start(plan: string): Promise<{ id: string }>;
  use(quantity: number, fields?: object): Promise<{ status: number; body: Record<string, unknown> }>;
  check(): Promise<Record<string, unknown>>;
  usage(): Promise<{ status: string; value: number; period_start: string; period_end: string }[]>;
}

/** A customer on a test clock at a given time, in a TEST tenant that sells these plans. */
async function aStory(now: string, plans: Plans): Promise<Story> {
  const tenant = await aTenant(world, { mode: "TEST" });
  const features = { events: { type: "METERED" } } as const;
  const catalog = await aCatalog(tenant.scope, { features, plans });
  const customer = unique("customer");
  const made = await tenant.admin.post("/v1/test-clocks", { now });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const clockId = made.body.id;
  const named = await tenant.admin.post(`/v1/test-clocks/${clockId}/customers`, {
    customer,
    email: "ada@example.com",
  });
  expect(named.status, JSON.stringify(named.body)).toBe(201);
  const fields = { customer, feature_key: "events" };
  return {
    tenant,
    customer,
    clockId,
    prices: Object.fromEntries(
      Object.entries(catalog.plans).map(([slug, { prices }]) => [slug, prices[0] ?? ""]),
    ),
    async to(moment) {
      const reply = await tenant.admin.post(`/v1/test-clocks/${clockId}/advance`, { to: moment });
      expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: "READY" });
    },
    async start(plan) {
      const reply = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
        customer,
        plan_price_id: catalog.plans[plan]?.prices[0],
        cardprovider_test_card_token: "tok_visa",
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    },
    use: (quantity, more = {}) => tenant.server.post("/v1/billing/usage", { ...fields, quantity, ...more }),
    check: async () => (await tenant.server.get(`/v1/billing/entitlements/events?customer=${customer}`)).body,
    usage: async () => (await tenant.server.get(`/v1/billing/usage?customer=${customer}`)).body,
  };
}

/** What the card provider has charged, oldest first: total and lines of each invoice. */
async function invoicesOf(story: Story, subscriptionId: string) {
  const { db } = world.services;
  const row = await db.subscription.findFirstOrThrow({ where: { id: subscriptionId } });
  const url = `${world.sandboxUrl}/v1/invoices?subscription=${row.providerSubscriptionId}&limit=20`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${story.tenant.providerKey}` } });
  const { data } = (await response.json()) as {
    data: { total: number; status: string; lines: { data: { amount: number; description: string }[] } }[];
  };
  return data
    .reverse()
    .map(({ total, status, lines }) => ({ total, status, amounts: lines.data.map(({ amount }) => amount) }));
}

const price = (unitAmount: number) => ({ currency: "USD", pricing: "FLAT", unitAmount }) as const;
const metered = (limit: number, more: object = {}) => ({ events: { limit, ...more } });

describe("periods", () => {
  it("400 granted, 250 used, rollover_max 500: 550 in the next period, and after an idle one no more than 900", {
    tags: ["long"],
  }, async () => {
    const entitlements = metered(400, { rolloverMax: 500 });
    const story = await aStory("2027-01-10T00:00:00Z", [
      { slug: "pro", entitlements, prices: [{ amount: 1000 }] },
    ]);
    await story.start("pro");
    expect((await story.use(250)).body).toMatchObject({ limit: 400, remaining: 150 });
    await story.to("2027-02-10T00:00:01Z");
    expect(await story.check()).toMatchObject({ limit: 550, used: 0, resets_at: "2027-03-10T00:00:00.000Z" });
    expect((await story.use(50)).body).toMatchObject({ limit: 550, remaining: 500 });
    // 500 left over, then a whole period in which nothing is used: at most 500 roll over.
    await story.to("2027-04-10T00:00:01Z");
    expect(await story.check()).toMatchObject({ limit: 900, used: 0 });
    expect((await story.use(901)).status).toBe(409);
    expect((await story.use(900)).status).toBe(201);
  });

  it("a month that began on the 31st ends with February, and comes back to the 31st", {
    tags: ["long"],
  }, async () => {
    const story = await aStory("2027-01-31T12:00:00Z", [
      { slug: "pro", entitlements: metered(10), prices: [{ amount: 1000 }] },
    ]);
    await story.start("pro");
    const ends: unknown[] = [];
    for (const moment of ["2027-02-01", "2027-03-01", "2027-04-01", "2027-05-01"]) {
      await story.to(`${moment}T00:00:00Z`);
      ends.push((await story.check()).resets_at);
      await story.use(1);
    }
    expect(ends).toEqual([
      "2027-02-28T12:00:00.000Z",
      "2027-03-31T12:00:00.000Z",
      "2027-04-30T12:00:00.000Z",
      "2027-05-31T12:00:00.000Z",
    ]);
    const statuses = (await story.usage()).map(({ status, value }) => [status, value]);
    expect(statuses).toEqual([
      ["OPEN", 1],
      ["CLOSED", 1],
      ["CLOSED", 1],
      ["CLOSED", 1],
    ]);
  });

  it("a leap year has its day", { tags: ["long"] }, async () => {
    const story = await aStory("2028-01-31T00:00:00Z", [
      { slug: "pro", entitlements: metered(10), prices: [{ amount: 1000 }] },
    ]);
    await story.start("pro");
    await story.to("2028-02-15T00:00:00Z");
    expect((await story.check()).resets_at).toBe("2028-02-29T00:00:00.000Z");
  });

  it("a trial ends, is paid, and a new period begins", { tags: ["long"] }, async () => {
    const story = await aStory("2027-05-01T00:00:00Z", [
      { slug: "pro", entitlements: metered(10), prices: [{ amount: 1000, trialDays: 14 }] },
    ]);
    const { id } = await story.start("pro");
    await story.use(10);
    expect((await story.use(1)).status).toBe(409);
    await story.to("2027-05-15T00:00:01Z");
    const subscription = (await story.tenant.server.get(`/v1/billing/subscriptions/${id}`)).body;
    expect(subscription).toMatchObject({ status: "ACTIVE", current_period_end: "2027-06-15T00:00:00.000Z" });
    expect((await story.use(10)).status).toBe(201);
  });
});

describe("overage", () => {
  const overage = { overage: "BILL", prices: [price(2)] } as const;

  it("is on the renewal's invoice, once, and the counter is BILLED", { tags: ["long"] }, async () => {
    const story = await aStory("2027-01-01T00:00:00Z", [
      { slug: "pro", entitlements: metered(100, overage), prices: [{ amount: 1000 }] },
    ]);
    const { id } = await story.start("pro");
    await story.use(500);
    expect(await story.check()).toMatchObject({ billed_amount: 800, currency: "USD" });
    await story.to("2027-02-01T03:00:00Z");
    const [, renewal] = await invoicesOf(story, id);
    expect(renewal).toMatchObject({ total: 1800, status: "paid" });
    expect(renewal?.amounts.sort((a, b) => a - b)).toEqual([800, 1000]);
    expect((await story.usage()).map(({ status }) => status)).toEqual(["BILLED"]);
    expect(await story.check()).toMatchObject({ used: 0, billed_amount: 0 });
    await story.use(150);
    await story.to("2027-03-01T03:00:00Z");
    expect((await invoicesOf(story, id)).map(({ total }) => total)).toEqual([1000, 1800, 1100]);
    const events = await world.services.db.event.count({
      where: { tenantId: story.tenant.id, type: "usage.billed" },
    });
    expect(events).toBe(2);
  });

  it("an override that ends with the period counts for the whole of it", { tags: ["long"] }, async () => {
    const story = await aStory("2027-01-01T00:00:00Z", [
      { slug: "pro", entitlements: metered(100, overage), prices: [{ amount: 1000 }] },
    ]);
    const { id } = await story.start("pro");
    const promise = { customer: story.customer, feature_key: "events", limit_add: 400, reason: "launch" };
    const until = { ...promise, ends_at: "2027-02-01T00:00:00Z" };
    expect((await story.tenant.admin.post("/v1/billing/overrides", until)).status).toBe(201);
    await story.use(500);
    expect(await story.check()).toMatchObject({ limit: 500, billed_amount: 0 });
    await story.to("2027-02-01T03:00:00Z");
    expect((await invoicesOf(story, id)).map(({ total }) => total)).toEqual([1000, 1000]);
  });

  it("three periods on the way at once are each closed and billed in order", { tags: ["long"] }, async () => {
    const story = await aStory("2027-01-01T00:00:00Z", [
      { slug: "pro", entitlements: metered(100, overage), prices: [{ amount: 1000 }] },
    ]);
    const { id } = await story.start("pro");
    await story.use(110);
    await story.to("2027-04-02T00:00:00Z");
    expect((await invoicesOf(story, id)).map(({ total }) => total)).toEqual([1000, 1020, 1000, 1000]);
  });
});

describe("a customer on a clock without a subscription", () => {
  it("has months from the day they were named, in the clock's time", async () => {
    const tenant = await aTenant(world, { mode: "TEST" });
    await aCatalog(tenant.scope, {
      features: { events: { type: "METERED" } },
      plans: [{ slug: "free", entitlements: metered(10), prices: [{ amount: 0 }] }],
      freePlan: "free",
    });
    const clock = (await tenant.admin.post("/v1/test-clocks", { now: "2027-01-31T12:00:00Z" })).body.id;
    const customer = unique("customer");
    await tenant.admin.post(`/v1/test-clocks/${clock}/customers`, { customer, email: "ada@example.com" });
    const check = await tenant.server.get(`/v1/billing/entitlements/events?customer=${customer}`);
    expect(check.body.resets_at).toBe("2027-02-28T12:00:00.000Z");
  });
});

describe("test clocks", () => {
  it("are for TEST tenants, go forward, and take new customers alone", { tags: ["long"] }, async () => {
    const live = await aTenant(world);
    const refused = await live.admin.post("/v1/test-clocks", {});
    expect([refused.status, refused.body.code]).toEqual([422, "K3009"]);
    const story = await aStory("2027-01-01T00:00:00Z", [{ slug: "pro", prices: [{ amount: 0 }] }]);
    const { tenant, clockId } = story;
    const path = `/v1/test-clocks/${clockId}`;
    const back = await tenant.admin.post(`${path}/advance`, { to: "2026-12-31T00:00:00Z" });
    expect([back.status, back.body.code]).toEqual([409, "K3012"]);
    const known = unique("known");
    await tenant.server.post("/v1/billing/cardprovider/setup-intent", {
      customer: known,
      email: "a@example.com",
    });
    const taken = await tenant.admin.post(`${path}/customers`, { customer: known });
    expect([taken.status, taken.body.code]).toEqual([409, "K3011"]);
    expect((await tenant.admin.get("/v1/test-clocks")).body.data).toMatchObject([
      { id: clockId, status: "READY" },
    ]);
    expect((await tenant.admin.get("/v1/test-clocks/clock_nothing")).body.code).toBe("K3010");
    const far = await tenant.admin.post(`${path}/advance`, { to: "2040-01-01T00:00:00Z" });
    expect([far.status, far.body.code]).toEqual([422, "K3013"]);
    // The card provider counts seconds from 1970 on.
    const old = await tenant.admin.post("/v1/test-clocks", { now: "1969-12-31T23:59:59Z" });
    expect([old.status, old.body.code]).toEqual([400, "K1002"]);
    const { id } = await story.start("pro");
    expect((await tenant.admin.send("DELETE", path)).body).toEqual({ id: clockId, deleted: true });
    expect((await tenant.admin.get(path)).status).toBe(404);
    const ended = (await tenant.server.get(`/v1/billing/subscriptions/${id}`)).body;
    expect(ended).toMatchObject({ status: "CANCELED", ended_at: "2027-01-01T00:00:00.000Z" });
    expect((await story.start("pro")).id).not.toBe(id);
  });
});
