import pg from "pg";
import { describe, expect, inject } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
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

const use = (story: Story, quantity: number, more: object = {}) =>
  story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity, ...more });
const check = async ({ get, customer }: Story, feature = "calls", query = "") =>
  (await get(`/v1/billing/entitlements/${feature}?customer=${customer}${query}`)).body;

async function theDoctorFinds({ tenant }: Story) {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  return foundIn(client, tenant.id).finally(() => client.end());
}
const end = (story: Story, id: string) => story.tell(id, "cancel", { at: "now" });

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)("the free allowance of a product on %s", (provider) => {
  it("is the same with and without a free subscription, however often it is started and ended", async ({
    world,
  }) => {
    const story = await aShop(world);
    expect((await use(story, 30)).status).toBe(201);
    await story.to("2027-04-05T00:00:00Z");
    const first = await story.start(provider, "free");
    expect(await check(story)).toMatchObject({ used: 30, limit: 50, remaining: 20 });
    expect((await use(story, 21)).status).toBe(409);
    expect((await use(story, 10)).status).toBe(201);
    await story.to("2027-04-10T00:00:00Z");
    await end(story, first);
    expect(await check(story)).toMatchObject({ used: 40, limit: 50, remaining: 10 });
    expect((await use(story, 11)).status).toBe(409);
    expect((await use(story, 5)).status).toBe(201);
    const second = await story.start(provider, "free");
    expect(await check(story)).toMatchObject({ used: 45, remaining: 5 });
    expect((await use(story, 5)).status).toBe(201);
    await end(story, second);
    expect(await check(story)).toMatchObject({ used: 50, remaining: 0 });
    expect((await use(story, 1)).status).toBe(409);
    await story.to("2027-06-11T00:01:00Z");
    expect(await check(story)).toMatchObject({ used: 0, remaining: 50 });
    expect((await use(story, 50)).status).toBe(201);
    expect(await theDoctorFinds(story)).toEqual([]);
  });

  it("counts for the free plan what a free subscription used, also where the free plan was never used", async ({
    world,
  }) => {
    const story = await aShop(world);
    const first = await story.start(provider, "free");
    await use(story, 40);
    await story.to("2027-04-02T00:00:00Z");
    await end(story, first);
    expect(await check(story)).toMatchObject({ used: 40, remaining: 10 });
    expect((await use(story, 11)).status).toBe(409);
  });

  it("is one for each dimension", async ({ world }) => {
    const story = await aShop(world);
    const [north, south] = ["north", "south"].map((dimension) => ({ feature_key: "mails", dimension }));
    await use(story, 3, north);
    const first = await story.start(provider, "free");
    expect(await check(story, "mails", "&dimension=north")).toMatchObject({ used: 3, remaining: 1 });
    await use(story, 1, north);
    await use(story, 2, south);
    await end(story, first);
    expect(await check(story, "mails", "&dimension=north")).toMatchObject({ used: 4, remaining: 0 });
    expect(await check(story, "mails", "&dimension=south")).toMatchObject({ used: 2, remaining: 2 });
    expect((await use(story, 1, north)).status).toBe(409);
    expect((await use(story, 3, south)).status).toBe(409);
  });

  it("goes on after a paid subscription, whose units are not counted", async ({ world }) => {
    const story = await aShop(world);
    await use(story, 30);
    await story.to("2027-04-02T00:00:00Z");
    const first = await story.start(provider, "free");
    await use(story, 5);
    await story.to("2027-04-03T00:00:00Z");
    await story.tell(first, "change-plan", { plan_price_id: story.price("paid") });
    await use(story, 10);
    await story.to("2027-04-04T00:00:00Z");
    await end(story, first);
    expect(await check(story)).toMatchObject({ used: 30, remaining: 20 });
  });

  it("is the same when the free price is changed to another interval and back", async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "free");
    await use(story, 30);
    await story.to("2027-04-05T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("free", 1) });
    expect(await check(story)).toMatchObject({ used: 30, remaining: 20 });
    expect((await use(story, 15)).status).toBe(201);
    await story.to("2027-04-06T00:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("free") });
    expect(await check(story)).toMatchObject({ used: 45, remaining: 5 });
    expect((await use(story, 6)).status).toBe(409);
    expect(await theDoctorFinds(story)).toEqual([]);
  });
});

it("uses at once with starts and ends get one allowance", async ({ world }) => {
  const story = await aShop(world);
  let isOver = false;
  const granted = Array.from({ length: 4 }, async () => {
    let units = 0;
    while (!isOver) if ((await use(story, 1)).status === 201) units++;
    return units;
  });
  for (let again = 0; again < 5; again++) await end(story, await story.start("PROVIDER_B", "free"));
  while ((await use(story, 1)).status === 201);
  isOver = true;
  const units = (await Promise.all(granted)).reduce((sum, one) => sum + one, 0);
  const { used } = await check(story);
  expect(used).toBe(50);
  expect(units).toBeLessThanOrEqual(50);
  expect(await theDoctorFinds(story)).toEqual([]);
});
