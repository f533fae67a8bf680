import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Use in a trial, over REST with a test clock: nothing is billed for it, so that BILL acts as BLOCK.

const flat = (unitAmount: number) => ({ currency: "USD", pricing: "FLAT" as const, unitAmount });

function aTrial(world: World): Promise<Story> {
  const events = { limit: 100, overage: "BILL" as const, prices: [flat(2)] };
  const seats = { limit: 2, overage: "BILL" as const, prices: [flat(300)] };
  return aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [{ slug: "pro", entitlements: { events, seats }, prices: [{ amount: 2000, trialDays: 14 }] }],
  });
}

const use = async (story: Story, feature: string, quantity: number) => {
  const reply = await story.use(feature, quantity);
  return [reply.status, reply.body.code, reply.body.details?.reason];
};

const check = (story: Story, feature: string, quantity = 1) =>
  story.check(feature, { quantity: String(quantity) });

const override = (story: Story, fields: object) =>
  story.post("/v1/billing/overrides", { customer: story.customer, reason: "promised", ...fields });

const REFUSED = [409, "K8005", "LIMIT_REACHED"];
const BLOCKED = { overage_behavior: "BLOCK", billed_amount: null, currency: null, cap_reached: false };

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("a trial at %s", (provider) => {
  it("blocks use past the limits and bills none; both are billed again when it has ended", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aTrial(world);
    const id = await story.start(provider, "pro");
    expect(await check(story, "events", 101)).toMatchObject({
      ...BLOCKED,
      allowed: false,
      reason: "LIMIT_REACHED",
      access_limit: 100,
    });
    expect(await check(story, "seats", 3)).toMatchObject({ ...BLOCKED, allowed: false, access_limit: 2 });
    expect(await story.subscription(id)).toMatchObject({
      status: "TRIALING",
      entitlements: [{ overage: "BLOCK" }, { overage: "BLOCK" }],
    });
    expect(await use(story, "events", 101)).toEqual(REFUSED);
    expect(await use(story, "seats", 3)).toEqual(REFUSED);
    expect((await use(story, "seats", 2))[0]).toBe(201);
    // An admin corrects the truth, also past the limit.
    const set = { customer: story.customer, feature_key: "events", value: 150 };
    expect((await story.post("/v1/billing/usage/set", set)).status).toBe(200);

    await story.to("2027-04-16T00:00:00Z");
    expect(await story.subscription(id)).toMatchObject({ status: "ACTIVE" });
    expect(await check(story, "events", 101)).toMatchObject({
      allowed: true,
      overage_behavior: "BILL",
      used: 0,
      billed_amount: 0,
      currency: "USD",
    });
    expect((await use(story, "events", 110))[0]).toBe(201);
    expect((await use(story, "seats", 1))[0]).toBe(201);
    await story.to("2027-05-16T00:00:00Z");
    const [first, ...others] = (await story.invoices(id)).filter(({ total }) => total > 0);
    expect([first?.amounts, ...others.map(({ amounts }) => amounts.sort((a, b) => a - b))]).toEqual([
      [2000],
      [20, 300, 2000],
    ]);
  });
});

describe("an override in a trial", () => {
  it("that bills overage blocks it, too, until the trial has ended", async ({ world }) => {
    const story = await aTrial(world);
    await story.start("PROVIDER_B", "pro");
    const bills = { feature_key: "events", overage: "BILL", limit_set: 10, overage_ceiling: 5 };
    expect((await override(story, bills)).status).toBe(201);
    expect(await check(story, "events", 11)).toMatchObject({ ...BLOCKED, allowed: false, access_limit: 10 });
    expect(await use(story, "events", 11)).toEqual(REFUSED);
    await story.to("2027-04-16T00:00:00Z");
    expect(await check(story, "events", 15)).toMatchObject({
      allowed: true,
      overage_behavior: "BILL",
      access_limit: 15,
    });
  });

  it("that allows overage lets it pass, unbilled", { tags: ["long"] }, async ({ world }) => {
    const story = await aTrial(world);
    const id = await story.start("PROVIDER_B", "pro");
    expect((await override(story, { feature_key: "events", overage: "ALLOW" })).status).toBe(201);
    expect((await use(story, "events", 500))[0]).toBe(201);
    await story.to("2027-04-16T00:00:00Z");
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[2000]]);
  });
});
