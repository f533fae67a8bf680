import { expect } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// A change to a plan that does not grant a feature settles its counter as any other change does, and keeps what was used in the
// allowance period, which is shorter than the billing period.

const EVENTS = {
  limit: 100,
  resetInterval: "MONTH" as const,
  overage: "BILL" as const,
  prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }],
};

function aShop(world: World): Promise<Story> {
  return aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { events: EVENTS }, prices: [{ amount: 12_000, interval: "YEAR" }] },
      { slug: "without", entitlements: {}, prices: [{ amount: 9000, interval: "YEAR" }] },
    ],
  });
}

const change = (story: Story, id: string, plan: string) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan) });

async function charged(story: Story): Promise<number[]> {
  const { body } = await story.get(`/v1/billing/ledger?customer=${story.customer}`);
  const charges: { cause: string; amount: number }[] = body.data;
  return charges.flatMap(({ cause, amount }) => (cause === "COUNTER" ? amount : [])).sort((a, b) => a - b);
}

it.for([
  { what: "of the customer's only source", gift: null, used: 100, overage: 100 },
  { what: "that a free plan grants, too", gift: 20, used: 120, overage: 60 },
])(
  "a change to a plan without a feature $what settles it at once, and a change back goes on with what was used",
  { tags: ["long"] },
  async ({ gift, used, overage }, { world }) => {
    const story = await aShop(world);
    if (gift !== null)
      await aCatalog(story.tenant.scope, {
        known: story.catalog.features,
        plans: [{ slug: "gift", entitlements: { events: { limit: gift } }, prices: [{ amount: 0 }] }],
        freePlan: "gift",
      });
    const id = await story.start("PROVIDER_B", "pro");
    expect((await story.use("events", 150)).status).toBe(201);
    await story.to("2027-04-05T00:00:00Z");
    await change(story, id, "without");
    await story.to("2027-04-10T00:00:00Z");
    expect(await charged(story)).toEqual([overage]);
    await change(story, id, "pro");
    expect(await story.check("events")).toMatchObject({ used, billed_amount: overage });
    expect((await story.use("events", 10)).status).toBe(201);
    await story.to("2027-05-01T01:00:00Z");
    expect(await charged(story)).toEqual([20, overage]);
  },
);

it("usage of a feature that was taken away is set in its period, and counts after a change back", async ({
  world,
}) => {
  const story = await aShop(world);
  const id = await story.start("PROVIDER_B", "pro");
  expect((await story.use("events", 60)).status).toBe(201);
  await story.to("2027-04-05T00:00:00Z");
  await change(story, id, "without");
  expect(await story.check("events")).toMatchObject({
    allowed: false,
    configured: false,
    used: 60,
    resets_at: "2027-05-01T00:00:00.000Z",
  });
  const correction = { customer: story.customer, feature_key: "events", value: 30 };
  expect(await story.post("/v1/billing/usage/set", correction)).toMatchObject({
    status: 200,
    body: { value: 30, period_end: "2027-05-01T00:00:00.000Z" },
  });
  await change(story, id, "pro");
  expect(await story.check("events")).toMatchObject({ used: 30, remaining: 70 });
});

it("what an override adds to a plan without the feature counts in the period that runs", {
  tags: ["long"],
}, async ({ world }) => {
  const story = await aShop(world);
  const id = await story.start("PROVIDER_B", "pro");
  expect((await story.use("events", 90)).status).toBe(201);
  await story.to("2027-04-05T00:00:00Z");
  await change(story, id, "without");
  const exception = { customer: story.customer, feature_key: "events", limit_add: 95 };
  expect((await story.post("/v1/billing/overrides", { ...exception, reason: "a gift" })).status).toBe(201);
  expect(await story.check("events")).toMatchObject({ used: 90, remaining: 5 });
  expect((await story.use("events", 6)).status).toBe(409);
  expect((await story.use("events", 5)).status).toBe(201);
  await change(story, id, "pro");
  expect(await story.check("events")).toMatchObject({ limit: 195, used: 95 });
  await change(story, id, "without");
  // Under a plan that says nothing of the feature, the next period is the billing period.
  await story.to("2027-05-02T00:00:00Z");
  expect(await story.check("events")).toMatchObject({ used: 0, resets_at: "2028-04-01T00:00:00.000Z" });
  expect((await story.use("events", 95)).status).toBe(201);
  expect((await story.use("events", 1)).status).toBe(409);
});
