// @module-tag ci
import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { type Phase, phasesOf } from "./phases.ts";

const START = "2027-01-31T12:00:00.000Z";

function aShop(world: World, now = START): Promise<Story> {
  const seats = (limit: number) => ({
    seats: { limit, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] },
  });
  return aStory(world, now, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "basic",
        entitlements: seats(1),
        prices: [{ amount: 1000 }, { amount: 9000, interval: "YEAR" }],
      },
      { slug: "pro", entitlements: seats(3), prices: [{ amount: 4000 }] },
      { slug: "tried", entitlements: seats(1), prices: [{ amount: 2000, trialDays: 14 }] },
    ],
  });
}

const read = ({ tenant }: Story, id: string) => phasesOf(tenant.scope.db, tenant.scope, id);

/** Phases as lines: when, what, and whether it was collected. */
async function lines(story: Story, id: string): Promise<string[]> {
  const phases = await read(story, id);
  const { plans } = story.catalog;
  const nameOf = ({ planId }: Phase) => Object.keys(plans).find((slug) => plans[slug]?.id === planId);
  for (const [index, { to }] of phases.entries())
    if (index < phases.length - 1) expect(to).toEqual(phases[index + 1]?.from);
  return phases.map((phase) =>
    [
      phase.from.toISOString(),
      `${nameOf(phase)} ${phase.amount} ${phase.currency} a ${phase.interval}`,
      ...phase.drivers.map(({ steps, stepAmount }) => `${steps} × ${stepAmount}`),
      phase.provider.at(-1),
      phase.collecting,
      phase.to === null ? "open" : `to ${phase.to.toISOString()}`,
    ].join(", "),
  );
}

const versionOf = async ({ tenant, customer }: Story) => {
  const where = { tenantId_externalId: { tenantId: tenant.id, externalId: customer } };
  return (await tenant.scope.db.customer.findUniqueOrThrow({ where })).termsVersion;
};

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("the terms of a subscription at %s", (provider) => {
  const options = provider === "PROVIDER_A" ? { tags: ["long"] } : {};

  const p = provider.at(-1);

  it("begin with its period and are not written again by renewals", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic", { drivers: [{ feature_key: "seats", steps: 2 }] });
    const [first] = await read(story, id);
    const version = await versionOf(story);
    await story.to("2027-04-01T00:00:00Z");
    expect((await story.subscription(id)).current_period_start).toBe("2027-03-31T12:00:00.000Z");
    expect(await lines(story, id)).toEqual([`${START}, basic 1000 USD a MONTH, 2 × 500, ${p}, PAID, open`]);
    expect((await read(story, id))[0]?.id).toBe(first?.id);
    expect(await versionOf(story)).toBe(version);
  });

  it("of a trial end when the trial ends, however late that is known", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "tried");
    await story.to("2027-02-20T00:00:00Z");
    expect(await lines(story, id)).toEqual([
      `${START}, tried 2000 USD a MONTH, ${p}, TRIAL, to 2027-02-14T12:00:00.000Z`,
      `2027-02-14T12:00:00.000Z, tried 2000 USD a MONTH, ${p}, PAID, open`,
    ]);
  });

  it("change with the plan, the drivers and the interval, at that moment", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic");
    await story.to("2027-02-05T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
    await story.to("2027-02-06T00:00:00Z");
    await story.tell(id, "change-plan", {
      plan_price_id: story.price("pro"),
      drivers: [{ feature_key: "seats", steps: 4 }],
    });
    await story.to("2027-02-07T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("basic", 1) });
    expect(await lines(story, id)).toEqual([
      `${START}, basic 1000 USD a MONTH, ${p}, PAID, to 2027-02-05T00:00:00.000Z`,
      `2027-02-05T00:00:00.000Z, pro 4000 USD a MONTH, ${p}, PAID, to 2027-02-06T00:00:00.000Z`,
      `2027-02-06T00:00:00.000Z, pro 4000 USD a MONTH, 4 × 500, ${p}, PAID, to 2027-02-07T00:00:00.000Z`,
      `2027-02-07T00:00:00.000Z, basic 9000 USD a YEAR, 4 × 500, ${p}, PAID, open`,
    ]);
    expect((await read(story, id)).map(({ anchor }) => anchor.toISOString())).toEqual([
      ...[START, START, START, "2027-02-07T00:00:00.000Z"],
    ]);
  });

  it("change at the period's end when the change waited for it", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "pro");
    await story.tell(id, "change-plan", { plan_price_id: story.price("basic"), effective: "period_end" });
    await story.to("2027-03-03T00:00:00Z");
    expect(await lines(story, id)).toEqual([
      `${START}, pro 4000 USD a MONTH, ${p}, PAID, to 2027-02-28T12:00:00.000Z`,
      `2027-02-28T12:00:00.000Z, basic 1000 USD a MONTH, ${p}, PAID, open`,
    ]);
  });

  it("say when it was paused and resumed", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic");
    await story.to("2027-02-05T00:00:00Z");
    await story.tell(id, "pause");
    await story.to("2027-03-05T00:00:00Z");
    await story.tell(id, "resume");
    expect(await lines(story, id)).toEqual([
      `${START}, basic 1000 USD a MONTH, ${p}, PAID, to 2027-02-05T00:00:00.000Z`,
      `2027-02-05T00:00:00.000Z, basic 1000 USD a MONTH, ${p}, PAUSED, to 2027-03-05T00:00:00.000Z`,
      `2027-03-05T00:00:00.000Z, basic 1000 USD a MONTH, ${p}, PAID, open`,
    ]);
  });

  it("end with it, now or with its period", options, async ({ world }) => {
    const story = await aShop(world);
    const now = await story.start(provider, "basic");
    await story.to("2027-02-05T00:00:00Z");
    await story.tell(now, "cancel", { at: "now" });
    expect(await lines(story, now)).toEqual([
      `${START}, basic 1000 USD a MONTH, ${p}, PAID, to 2027-02-05T00:00:00.000Z`,
    ]);
    const later = await story.start(provider, "pro");
    await story.tell(later, "cancel", { at: "period_end" });
    await story.to("2027-03-20T00:00:00Z");
    expect(await lines(story, later)).toEqual([
      `2027-02-05T00:00:00.000Z, pro 4000 USD a MONTH, ${p}, PAID, to 2027-03-05T00:00:00.000Z`,
    ]);
  });

  it("change with a move to the other provider", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic");
    await story.to("2027-02-05T00:00:00Z");
    const to = provider === "PROVIDER_A" ? "PROVIDER_B" : "PROVIDER_A";
    const card = to === "PROVIDER_A" ? { cardprovider_test_card_token: "tok_visa" } : {};
    await story.tell(id, "move-provider", { provider: to, ...card });
    await story.to("2027-04-01T00:00:00Z");
    const collecting = await lines(story, id);
    expect(collecting[0]).toBe(`${START}, basic 1000 USD a MONTH, ${p}, PAID, to 2027-02-05T00:00:00.000Z`);
    expect(collecting.at(-1)).toContain(`basic 1000 USD a MONTH, ${to.at(-1)}, PAID, open`);
    expect(collecting).toHaveLength(2);
  });

  it("are replaced by a second change at the same moment", options, async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic");
    await story.to("2027-02-05T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
    const drivers = [{ feature_key: "seats", steps: 1 }];
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro"), drivers });
    expect(await lines(story, id)).toEqual([
      `${START}, basic 1000 USD a MONTH, ${p}, PAID, to 2027-02-05T00:00:00.000Z`,
      `2027-02-05T00:00:00.000Z, pro 4000 USD a MONTH, 1 × 500, ${p}, PAID, open`,
    ]);
  });
});

describe("a writer of a subscription", () => {
  const anOne = async (world: World) => {
    const story = await aShop(world);
    const id = await story.start("PROVIDER_B", "basic", { drivers: [{ feature_key: "seats", steps: 2 }] });
    await story.to("2027-02-05T00:00:00Z");
    return { story, id, key: { tenantId_id: { tenantId: story.tenant.id, id } } };
  };
  const at = new Date("2027-02-04T00:00:00Z");

  it("cannot forget its terms: they are written when its transaction commits", async ({ world }) => {
    const { story, id, key } = await anOne(world);
    const { db } = story.tenant.scope;
    await db.subscription.update({ where: key, data: { status: "PAUSED", updatedAt: at } });
    expect((await lines(story, id)).at(-1)).toContain(
      "2027-02-04T00:00:00.000Z, basic 1000 USD a MONTH, 2 × 500",
    );
    expect((await read(story, id)).map(({ collecting }) => collecting)).toEqual(["PAID", "PAUSED"]);
    await db.subscriptionDriver.updateMany({ where: { subscriptionId: id }, data: { steps: 5 } });
    expect((await read(story, id)).at(-1)?.drivers.map(({ steps }) => steps)).toEqual([5]);
    await db.subscriptionDriver.deleteMany({ where: { subscriptionId: id } });
    expect((await read(story, id)).at(-1)?.drivers).toEqual([]);
  });

  it("that takes its change back in the same transaction writes no phase", async ({ world }) => {
    const { story, id, key } = await anOne(world);
    const before = await read(story, id);
    await story.tenant.scope.db.$transaction(async (tx) => {
      await tx.subscription.update({ where: key, data: { status: "PAUSED", updatedAt: at } });
      await tx.subscription.update({ where: key, data: { status: "PAST_DUE", updatedAt: at } });
    });
    expect(await read(story, id)).toEqual(before);
  });

  it("who learns late cannot make phases overlap: what was known before stays", async ({ world }) => {
    const { story, id, key } = await anOne(world);
    const { db } = story.tenant.scope;
    await db.subscription.update({ where: key, data: { status: "PAUSED", updatedAt: at } });
    const early = new Date("2027-02-02T00:00:00Z");
    await db.subscription.update({ where: key, data: { status: "ACTIVE", updatedAt: early } });
    expect((await read(story, id)).map(({ from, collecting }) => [from.toISOString(), collecting])).toEqual([
      [START, "PAID"],
      ["2027-02-04T00:00:00.000Z", "PAUSED"],
      ["2027-02-04T00:00:00.001Z", "PAID"],
    ]);
    await db.subscription.update({
      where: key,
      data: { status: "CANCELED", canceledAt: early, endedAt: early, updatedAt: at },
    });
    expect((await read(story, id)).at(-1)?.to?.toISOString()).toBe("2027-02-04T00:00:00.002Z");
  });

  it("finds that the database refuses overlapping phases, and a second open one", async ({ world }) => {
    const { story, id } = await anOne(world);
    const { db, tenantId } = story.tenant.scope;
    const [row] = await db.subscriptionTerms.findMany({ where: { tenantId, subscriptionId: id } });
    if (!row) throw new Error("The subscription has no terms.");
    const copy = (from: string, to: string | null) =>
      db.subscriptionTerms.create({
        data: {
          ...row,
          drivers: [],
          id: `terms_${from}${to}`,
          fromAt: new Date(from),
          toAt: to === null ? null : new Date(to),
        },
      });
    await expect(copy("2027-03-01T00:00:00Z", "2027-03-02T00:00:00Z")).rejects.toThrow(/no_overlap/);
    await expect(copy("2026-03-01T00:00:00Z", null)).rejects.toThrow();
    await expect(copy("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z")).rejects.toThrow(/end_after_start/);
    expect((await copy("2026-03-01T00:00:00Z", START)).toAt).toEqual(new Date(START));
  });
});

describe("a customer's terms version", () => {
  it("rises with each phase and each override that begins or ends, and with nothing else", async ({
    world,
  }) => {
    const story = await aShop(world);
    const id = await story.start("PROVIDER_B", "basic");
    const started = await versionOf(story);
    expect(started).toBeGreaterThan(0);
    const made = await story.post("/v1/billing/overrides", {
      customer: story.customer,
      feature_key: "seats",
      limit_add: 3,
      reason: "A favour.",
    });
    expect([made.status, await versionOf(story)]).toEqual([201, started + 1]);
    await story.post(`/v1/billing/overrides/${made.body.id}/revoke`);
    expect(await versionOf(story)).toBe(started + 2);
    await story.tell(id, "cancel", { at: "period_end" });
    expect(await versionOf(story)).toBe(started + 2);
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
    expect(await versionOf(story)).toBe(started + 3);
  });
});
