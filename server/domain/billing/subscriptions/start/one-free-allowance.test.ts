// @module-tag ci
import pg from "pg";
import { describe, expect, inject } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { unitsGrantedDuring } from "../../../../testing/units-granted-during.ts";
import type { World } from "../../../../testing/world.ts";

// A product's free plan and its subscriptions at price 0 are one free allowance.

const BEGIN = "2027-04-01T00:00:00Z";
const byDimension = { limitBinding: "DIMENSION", capBinding: "DIMENSION" } as const;

function aShop(world: World): Promise<Story> {
  return aStory(world, BEGIN, {
    features: { calls: { type: "METERED" }, mails: { type: "METERED" } },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 50 }, mails: { limit: 4, ...byDimension } },
        prices: [{ amount: 0 }, { amount: 0, interval: "YEAR" }],
      },
      { slug: "paid", entitlements: { calls: { limit: 50 } }, prices: [{ amount: 500 }] },
    ],
    freePlan: "free",
  });
}

async function theDoctorFinds({ tenant }: Story) {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  return foundIn(client, tenant.id).finally(() => client.end());
}

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)("the free allowance of a product on %s", (provider) => {
  it("is the same with and without a free subscription, however often it is started and ended", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aShop(world);
    expect((await story.use("calls", 30)).status).toBe(201);
    await story.to("2027-04-05T00:00:00Z");
    const first = await story.start(provider, "free");
    expect(await story.check("calls")).toMatchObject({ used: 30, limit: 50, remaining: 20 });
    expect((await story.use("calls", 21)).status).toBe(409);
    expect((await story.use("calls", 10)).status).toBe(201);
    await story.to("2027-04-10T00:00:00Z");
    await story.end(first);
    expect(await story.check("calls")).toMatchObject({ used: 40, limit: 50, remaining: 10 });
    expect((await story.use("calls", 11)).status).toBe(409);
    expect((await story.use("calls", 5)).status).toBe(201);
    const second = await story.start(provider, "free");
    expect(await story.check("calls")).toMatchObject({ used: 45, remaining: 5 });
    expect((await story.use("calls", 5)).status).toBe(201);
    await story.end(second);
    expect(await story.check("calls")).toMatchObject({ used: 50, remaining: 0 });
    expect((await story.use("calls", 1)).status).toBe(409);
    await story.to("2027-06-11T00:01:00Z");
    expect(await story.check("calls")).toMatchObject({ used: 0, remaining: 50 });
    expect((await story.use("calls", 50)).status).toBe(201);
    expect(await theDoctorFinds(story)).toEqual([]);
  });

  it("counts for the free plan what a free subscription used, also where the free plan was never used", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aShop(world);
    const first = await story.start(provider, "free");
    await story.use("calls", 40);
    await story.to("2027-04-02T00:00:00Z");
    await story.end(first);
    expect(await story.check("calls")).toMatchObject({ used: 40, remaining: 10 });
    expect((await story.use("calls", 11)).status).toBe(409);
  });

  it("is one for each dimension", async ({ world }) => {
    const story = await aShop(world);
    await story.use("mails", 3, { dimension: "north" });
    const first = await story.start(provider, "free");
    expect(await story.check("mails", { dimension: "north" })).toMatchObject({ used: 3, remaining: 1 });
    await story.use("mails", 1, { dimension: "north" });
    await story.use("mails", 2, { dimension: "south" });
    await story.end(first);
    expect(await story.check("mails", { dimension: "north" })).toMatchObject({ used: 4, remaining: 0 });
    expect(await story.check("mails", { dimension: "south" })).toMatchObject({ used: 2, remaining: 2 });
    expect((await story.use("mails", 1, { dimension: "north" })).status).toBe(409);
    expect((await story.use("mails", 3, { dimension: "south" })).status).toBe(409);
  });

  it("goes on after a paid subscription, whose units are not counted", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aShop(world);
    await story.use("calls", 30);
    await story.to("2027-04-02T00:00:00Z");
    const first = await story.start(provider, "free");
    await story.use("calls", 5);
    await story.to("2027-04-03T00:00:00Z");
    await story.tell(first, "change-plan", { plan_price_id: story.price("paid") });
    await story.use("calls", 10);
    await story.to("2027-04-04T00:00:00Z");
    await story.end(first);
    expect(await story.check("calls")).toMatchObject({ used: 30, remaining: 20 });
  });

  it("is the same when the free price is changed to another interval and back", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "free");
    await story.use("calls", 30);
    await story.to("2027-04-05T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("free", 1) });
    expect(await story.check("calls")).toMatchObject({ used: 30, remaining: 20 });
    expect((await story.use("calls", 15)).status).toBe(201);
    await story.to("2027-04-06T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("free") });
    expect(await story.check("calls")).toMatchObject({ used: 45, remaining: 5 });
    expect((await story.use("calls", 6)).status).toBe(409);
    expect(await theDoctorFinds(story)).toEqual([]);
  });
});

it("uses at once with starts and ends get one allowance", { tags: ["long"] }, async ({ world }) => {
  const story = await aShop(world);
  const units = await unitsGrantedDuring(story, "calls", async () => {
    for (let again = 0; again < 5; again++) await story.end(await story.start("PROVIDER_B", "free"));
  });
  expect(units).toBe(50);
  expect(await story.check("calls")).toMatchObject({ used: 50 });
  expect(await theDoctorFinds(story)).toEqual([]);
});
