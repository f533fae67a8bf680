import { describe, expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";

// Plans at a price of 0 whose use past the limit is billed: it never adds up where nothing can collect it.

const flat = (unitAmount: number, more: object = {}) => ({
  currency: "USD",
  pricing: "FLAT" as const,
  unitAmount,
  ...more,
});
const bills = (price: object = flat(2)) => ({
  events: { limit: 100, overage: "BILL" as const, prices: [price as ReturnType<typeof flat>] },
});

function aShop(world: World): Promise<Story> {
  const seats = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] };
  return aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "payg", entitlements: bills(), prices: [{ amount: 0 }] },
      { slug: "tried", entitlements: bills(), prices: [{ amount: 0, trialDays: 14 }] },
      { slug: "gift", entitlements: bills(flat(0)), prices: [{ amount: 0 }] },
      { slug: "capped", entitlements: bills(flat(2, { overageCapAmount: 0n })), prices: [{ amount: 0 }] },
      { slug: "seats", entitlements: { seats }, prices: [{ amount: 0 }] },
    ],
  });
}

const start = (story: Story, plan: string, more: object = {}) =>
  story.post("/v1/billing/subscriptions", {
    customer: story.customer,
    plan_price_id: story.price(plan),
    ...more,
  });

describe("a start at a price of 0", () => {
  it("needs a card where use past a limit is billed, and says which", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aShop(world);
    const headless = await story.tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: story.customer,
      plan_price_id: story.price("payg"),
    });
    for (const { status, body } of [headless, await start(story, "payg")])
      expect([status, body.code, body.details]).toEqual([422, "K6004", { billed_features: ["events"] }]);
    const id = await story.start("PROVIDER_A", "payg");
    expect((await story.use("events", 150)).status).toBe(201);
    await story.to("2027-05-02T00:00:00Z");
    expect((await story.invoices(id)).map(({ total, status }) => [total, status])).toEqual([
      [0, "PAID"],
      [100, "PAID"],
    ]);
  });

  it("needs a card for steps that cost, and none where nothing can ever be billed", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aShop(world);
    const refused = await start(story, "seats", { drivers: [{ feature_key: "seats", steps: 2 }] });
    expect([refused.status, refused.body.code]).toEqual([422, "K6004"]);
    for (const plan of ["seats", "gift", "capped"]) {
      const { status, body } = await start(story, plan);
      expect([plan, status, body.code]).toEqual([plan, 201, undefined]);
      await story.tell(body.id, "cancel", { at: "now" });
    }
  });

  it("needs the card for a trial, too, because nothing would ask for one at its end", async ({ world }) => {
    const story = await aShop(world);
    expect((await start(story, "tried")).body).toMatchObject({
      code: "K6004",
      details: { billed_features: ["events"] },
    });
  });

  it("is invoiced for use past a limit by PROVIDER_B", { tags: ["long"] }, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start("PROVIDER_B", "payg");
    expect((await story.use("events", 150)).status).toBe(201);
    await story.to("2027-05-02T00:00:00Z");
    expect((await story.invoices(id)).map(({ total }) => total)).toEqual([100]);
  });
});

describe("a free plan without a subscription", () => {
  it("blocks at its limits, and says so, because nothing can be billed", async ({ world }) => {
    const { scope, server } = await aTenant(world);
    await aCatalog(scope, {
      features: { events: { type: "METERED" } },
      plans: [{ slug: "free", entitlements: bills(), prices: [{ amount: 0 }] }],
      freePlan: "free",
    });
    const customer = unique("customer");
    const check = await server.get(`/v1/billing/entitlements/events?customer=${customer}&quantity=101`);
    expect(check.body).toMatchObject({
      allowed: false,
      reason: "LIMIT_REACHED",
      overage_behavior: "BLOCK",
      access_limit: 100,
      billed_amount: null,
      currency: null,
    });
    const reply = await server.post("/v1/billing/usage", { customer, feature_key: "events", quantity: 101 });
    expect([reply.status, reply.body.code]).toEqual([409, "K8005"]);
  });
});
