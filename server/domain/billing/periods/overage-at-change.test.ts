import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Overage that a change within a period settles, on prices that are paid once a year: when it is invoiced, over time.

const monthly = (limit: number) => ({
  events: {
    limit,
    resetInterval: "MONTH" as const,
    overage: "BILL" as const,
    prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 1 }],
  },
});

function aShop(world: World): Promise<Story> {
  return aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "small",
        entitlements: monthly(100),
        prices: [
          { amount: 12_000, interval: "YEAR" },
          { amount: 1_200, interval: "MONTH" },
        ],
      },
      {
        slug: "large",
        entitlements: monthly(200),
        prices: [
          { amount: 24_000, interval: "YEAR" },
          { amount: 2_400, interval: "MONTH" },
        ],
      },
    ],
  });
}

const use = async (story: Story, quantity: number) => {
  const { status, body } = await story.use("events", quantity);
  expect(status, JSON.stringify(body)).toBe(201);
};
const change = (story: Story, id: string, plan: string, nth = 0) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan, nth) });

/** The overage on the invoices so far, each invoice's own, the oldest first. */
async function overage({ get, customer }: Story): Promise<number[]> {
  const { body } = await get(`/v1/billing/invoices?customer=${customer}&limit=200`);
  interface Line {
    description: string;
    amount: number;
  }
  return body.data
    .map(({ lines }: { lines: Line[] }) =>
      lines.filter(({ description }) => description.includes("usage beyond")),
    )
    .filter((lines: Line[]) => lines.length > 0)
    .map((lines: Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0))
    .reverse();
}

const total = async (story: Story) => (await overage(story)).reduce((sum, one) => sum + one, 0);

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)("overage on %s before a change", (provider) => {
  it("from year to year is invoiced with the month in which it was used", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "small");
    await use(story, 150);
    await story.to("2027-04-11T00:00:00Z");
    await change(story, id, "large");
    await use(story, 107);
    await story.to("2027-04-20T00:00:00Z");
    expect(await total(story)).toBeLessThanOrEqual(50);
    await story.to("2027-05-01T01:00:00Z");
    expect(await total(story)).toBe(57);
    await use(story, 203);
    await story.to("2027-06-01T01:00:00Z");
    expect((await overage(story)).slice(-1)).toEqual([3]);
    expect(await total(story)).toBe(60);
  });

  it("to a smaller plan, and by an override, is invoiced then, too, and once", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "large");
    await use(story, 230);
    await story.to("2027-04-11T00:00:00Z");
    await change(story, id, "small");
    await story.to("2027-04-15T00:00:00Z");
    await use(story, 4);
    await story.to("2027-04-16T00:00:00Z");
    const { status } = await story.post("/v1/billing/overrides", {
      customer: story.customer,
      feature_key: "events",
      limit_add: 300,
      reason: "promised",
    });
    expect(status).toBe(201);
    await story.to("2027-05-01T01:00:00Z");
    expect(await total(story)).toBe(34);
    await story.to("2027-07-01T01:00:00Z");
    expect(await total(story)).toBe(34);
  });

  it("from month to year does not wait for the year's end", { tags: ["long"] }, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "small", { plan_price_id: story.price("small", 1) });
    await use(story, 150);
    await story.to("2027-04-11T00:00:00Z");
    await change(story, id, "small", 0);
    await use(story, 120);
    await story.to("2027-05-11T01:00:00Z");
    expect(await total(story)).toBe(70);
    await story.to("2027-07-01T01:00:00Z");
    expect(await total(story)).toBe(70);
  });

  it("from year to month is on an invoice within a month", { tags: ["long"] }, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "small");
    await use(story, 150);
    await story.to("2027-04-11T00:00:00Z");
    await change(story, id, "large", 1);
    await use(story, 206);
    await story.to("2027-05-11T02:00:00Z");
    expect(await total(story)).toBe(56);
    await story.to("2027-06-12T02:00:00Z");
    expect(await total(story)).toBe(56);
  });
});
