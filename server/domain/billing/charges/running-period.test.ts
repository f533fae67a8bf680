import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { chargesInForce, type ItemCharge } from "./running-period.ts";

const START = new Date("2030-04-01T00:00:00Z");
const END = new Date("2030-05-01T00:00:00Z");

/** A charge of an item; the newest come first. */
function charge(key: string, fields: Partial<ItemCharge> = {}): ItemCharge {
  const period = { periodStart: START, periodEnd: END };
  return {
    item: "plan",
    description: key,
    price: 1000n,
    amount: 1000n,
    key,
    corrections: [],
    ...period,
    ...fields,
  };
}

const corrected = (amount: bigint, cause: "CHANGE" | "CORRECTION" = "CHANGE") => ({
  corrections: [{ amount: -amount, cause }],
});

const inForce = (...rows: ItemCharge[]) =>
  chargesInForce(rows).map(({ chargeKey, amount }) => [chargeKey, Number(amount)]);

describe("of the charges of a period, in force", () => {
  it("is one of each item", () => {
    expect(inForce(charge("plan"), charge("seats", { item: "feat_1", amount: 500n }))).toEqual([
      ["plan", 1000],
      ["seats", 500],
    ]);
  });

  it("is none that a change has given back, also in part: the rest is for the time before", () => {
    expect(inForce(charge("new"), charge("old", corrected(400n)))).toEqual([["new", 1000]]);
    expect(inForce(charge("old", corrected(400n)))).toEqual([]);
  });

  it("is the newest, where a change gave nothing back because too little time was left", () => {
    expect(inForce(charge("new"), charge("old"))).toEqual([["new", 1000]]);
  });

  it("is what was corrected otherwise, less that, and its item stays", () => {
    expect(inForce(charge("plan", corrected(300n, "CORRECTION")))).toEqual([["plan", 700]]);
    expect(inForce(charge("plan", corrected(1000n, "CORRECTION")))).toEqual([["plan", 0]]);
  });

  it("is none without an item or its price", () => {
    expect(inForce(charge("a", { item: null }), charge("b", { price: null }))).toEqual([]);
  });

  it("has the name of the item", () => {
    const [found] = chargesInForce([charge("x", { description: "Remaining time: Shop Pro" })]);
    expect(found?.description).toBe("Shop Pro");
  });
});

function aCompany(world: World): Promise<Story> {
  const step = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 600n }] };
  const entitlements = { seats: step };
  return aStory(world, "2030-04-01T00:00:00Z", {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "free", entitlements, prices: [{ amount: 0 }] },
      { slug: "pro", entitlements, prices: [{ amount: 3000 }] },
      { slug: "large", entitlements, prices: [{ amount: 9000 }] },
    ],
  });
}

const seats = (steps: number) => ({ drivers: [{ feature_key: "seats", steps }] });

/** The credits of a subscription, each with the amount of the charge that it takes back. */
async function credits({ tenant: { scope } }: Story, subscriptionId: string) {
  const rows = await scope.db.charge.findMany({
    where: { tenantId: scope.tenantId, subscriptionId, cause: "CHANGE", amount: { lt: 0n } },
    include: { corrected: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ amount, corrected: of }) => [Number(amount), of && Number(of.amount)]);
}

const change = (story: Story, id: string, plan: string, fields: object = {}) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan), ...fields });

describe("a change of a subscription by invoice", () => {
  it("gives an item back that an earlier one left as it was, from the charge of the period's start", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro", seats(1));
    await story.to("2030-04-11T00:00:00Z");
    await change(story, id, "large");
    expect(await credits(story, id)).toEqual([[-2000, 3000]]);
    await story.to("2030-04-16T00:00:00Z");
    await change(story, id, "large", seats(0));
    await change(story, id, "large", seats(2));
    await story.to("2030-04-21T00:00:00Z");
    await change(story, id, "pro", seats(0));
    expect(await credits(story, id)).toEqual([
      [-2000, 3000],
      [-300, 600],
      [-3000, 6000],
      [-400, 600],
    ]);
  });

  it("begins a period where all was free, and gives back what it had charged then", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "free");
    await story.to("2030-04-11T00:00:00Z");
    await change(story, id, "pro");
    expect((await story.subscription(id)).current_period_end).toBe("2030-05-11T00:00:00.000Z");
    await story.to("2030-04-26T00:00:00Z");
    // A free plan with paid seats is not free: the period goes on.
    await change(story, id, "free", seats(1));
    await change(story, id, "large", seats(1));
    expect((await story.subscription(id)).current_period_end).toBe("2030-05-11T00:00:00.000Z");
    expect(await credits(story, id)).toEqual([[-1500, 3000]]);
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[3000], [4500, -1500, 300]]);
  });

  it("in the last second of a period, of which nothing is charged, does not begin another", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    await story.to("2030-04-30T23:59:59Z");
    await change(story, id, "large");
    await change(story, id, "pro");
    const { current_period_end } = await story.subscription(id);
    expect(current_period_end).toBe("2030-05-01T00:00:00.000Z");
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[3000]]);
  });

  it("gives back what the card provider charged before the subscription was moved, once", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro", seats(1));
    await story.tell(id, "move-provider", { provider: "PROVIDER_B", due_days: 30 });
    await story.to("2030-04-16T00:00:00Z");
    await change(story, id, "large");
    await change(story, id, "pro", seats(0));
    expect(await credits(story, id)).toEqual([
      [-1500, null],
      [-4500, 4500],
      [-300, null],
    ]);
    await change(story, id, "pro", seats(1));
    await change(story, id, "pro", seats(0));
    expect((await credits(story, id)).slice(3)).toEqual([[-300, 300]]);
  });

  it("gives back what we charged before the subscription was moved to cards and back", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_B", "pro");
    const card = { cardprovider_test_card_token: "tok_visa" };
    await story.tell(id, "move-provider", { provider: "PROVIDER_A", ...card });
    await story.to("2030-04-06T00:00:00Z");
    await story.tell(id, "move-provider", { provider: "PROVIDER_B" });
    await story.to("2030-04-16T00:00:00Z");
    await change(story, id, "large");
    expect(await credits(story, id)).toEqual([[-1500, 3000]]);
  });

  it("gives nothing back for what the card provider voided, and begins a period", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro");
    await story.tell(id, "move-provider", { provider: "PROVIDER_B", due_days: 30 });
    const { scope } = story.tenant;
    const of = { tenantId: scope.tenantId, subscriptionId: id };
    await scope.db.invoice.updateMany({ where: of, data: { status: "UNCOLLECTIBLE" } });
    await story.to("2030-04-16T00:00:00Z");
    await change(story, id, "large");
    expect(await credits(story, id)).toEqual([]);
    expect((await story.subscription(id)).current_period_end).toBe("2030-05-16T00:00:00.000Z");
  });
});
