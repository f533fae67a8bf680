import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// A plan that costs nothing, ended and started again: its allowance is one for each period, however often it is started.

const BEGIN = "2027-04-01T00:00:00Z";
const price = { currency: "USD", pricing: "FLAT" as const, unitAmount: 2, overageCapAmount: 60n };
const byDimension = { limitBinding: "DIMENSION", capBinding: "DIMENSION" } as const;

function aShop(world: World): Promise<Story> {
  return aStory(world, BEGIN, {
    features: { calls: { type: "METERED" }, mails: { type: "METERED" } },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 10 }, mails: { limit: 4, ...byDimension } },
        prices: [{ amount: 0 }],
      },
      { slug: "gift", entitlements: { calls: { limit: 12 } }, prices: [{ amount: 0 }] },
      { slug: "rolls", entitlements: { calls: { limit: 10, rolloverMax: 50 } }, prices: [{ amount: 0 }] },
      {
        slug: "payg",
        entitlements: { calls: { limit: 10, overage: "BILL", prices: [price] } },
        prices: [{ amount: 0 }],
      },
      { slug: "paid", entitlements: { calls: { limit: 10 } }, prices: [{ amount: 500 }] },
    ],
  });
}

const use = (story: Story, quantity: number, more: object = {}) =>
  story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity, ...more });
const check = async ({ get, customer }: Story, feature = "calls", query = "") =>
  (await get(`/v1/billing/entitlements/${feature}?customer=${customer}${query}`)).body;
const end = (story: Story, id: string) => story.tell(id, "cancel", { at: "now" });

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)(
  "a free subscription on %s that is started again",
  (provider) => {
    it("takes over what was used, each time, until the period of the use would have ended", async ({
      world,
    }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      expect((await use(story, 6)).status).toBe(201);
      await end(story, first);
      await story.to("2027-04-10T00:00:00Z");
      const second = await story.start(provider, "free");
      expect(await check(story)).toMatchObject({ used: 6, limit: 10, remaining: 4 });
      expect((await use(story, 5)).status).toBe(409);
      expect((await use(story, 3)).status).toBe(201);
      await end(story, second);
      // The first period is over, the second runs until 10 May.
      await story.to("2027-05-02T00:00:00Z");
      await story.start(provider, "free");
      expect(await check(story)).toMatchObject({ used: 3, remaining: 7 });
      await story.to("2027-06-02T00:01:00Z");
      expect(await check(story)).toMatchObject({ used: 0, remaining: 10 });
    });

    it("takes over what each dimension has used", async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      for (const [dimension, quantity] of [
        ["north", 3],
        ["south", 1],
      ] as const)
        await use(story, quantity, { feature_key: "mails", dimension });
      await end(story, first);
      await story.start(provider, "free");
      const used = ["north", "south", "west"].map(async (dimension) => {
        const { used: units, remaining } = await check(story, "mails", `&dimension=${dimension}`);
        return [units, remaining];
      });
      expect(await Promise.all(used)).toEqual([
        [3, 1],
        [1, 3],
        [0, 4],
      ]);
      expect((await use(story, 2, { feature_key: "mails", dimension: "north" })).status).toBe(409);
    });

    it("takes it over from another free plan, which it had changed to, but not from one that was paid", async ({
      world,
    }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      await use(story, 6);
      await story.tell(first, "change-plan", { plan_price_id: story.price("gift") });
      await use(story, 2);
      await end(story, first);
      const paid = await story.start(provider, "paid");
      expect(await check(story)).toMatchObject({ used: 0, remaining: 10 });
      await use(story, 7);
      await end(story, paid);
      await story.start(provider, "free");
      expect(await check(story)).toMatchObject({ used: 8, remaining: 2 });
    });

    it("owes overage once, and has what is left of its cap", async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "payg");
      await use(story, 30);
      await story.to("2027-04-02T00:00:00Z");
      await end(story, first);
      const second = await story.start(provider, "payg");
      expect(await check(story)).toMatchObject({ used: 10, limit: 10, billed_amount: 40 });
      // 40 of the cap of 60 are owed already: 10 units are left.
      expect((await use(story, 11)).status).toBe(409);
      expect((await use(story, 10)).status).toBe(201);
      await story.to("2027-04-03T00:00:00Z");
      await end(story, second);
      const { db, tenantId } = story.tenant.scope;
      const billed = await db.usageRecord.aggregate({ where: { tenantId }, _sum: { billedAmount: true } });
      expect(billed._sum.billedAmount).toBe(60n);
    });
  },
);

it("units that were taken over do not roll over", async ({ world }) => {
  const story = await aShop(world);
  const first = await story.start("PROVIDER_B", "rolls");
  await use(story, 8);
  await end(story, first);
  await story.start("PROVIDER_B", "rolls");
  await use(story, 1);
  await story.to("2027-05-02T00:00:00Z");
  expect(await check(story)).toMatchObject({ limit: 11, used: 0 });
});

it("takes over everything however often it is started in between, used or not", async ({ world }) => {
  const story = await aShop(world);
  for (const units of [6, 0, 0, 3, 0]) {
    const id = await story.start("PROVIDER_B", "free");
    if (units > 0) expect((await use(story, units)).status).toBe(201);
    await end(story, id);
  }
  await story.start("PROVIDER_B", "gift");
  expect(await check(story)).toMatchObject({ used: 9, limit: 12, remaining: 3 });
});

it("two starts at once make one subscription, which takes over once", async ({ world }) => {
  const story = await aShop(world);
  const first = await story.start("PROVIDER_B", "free");
  await use(story, 6);
  await end(story, first);
  const sale = { customer: story.customer, plan_price_id: story.price("free"), provider: "PROVIDER_B" };
  const replies = await Promise.all([1, 2, 3].map(() => story.post("/v1/billing/subscriptions", sale)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await check(story)).toMatchObject({ used: 6, remaining: 4 });
});

it("uses that come while it is ended and started again get one allowance", async ({ world }) => {
  const story = await aShop(world);
  let id = await story.start("PROVIDER_B", "free");
  let isOver = false;
  const granted = Array.from({ length: 4 }, async () => {
    let units = 0;
    while (!isOver) if ((await use(story, 1)).status === 201) units++;
    return units;
  });
  for (let again = 0; again < 6; again++) {
    await end(story, id);
    id = await story.start("PROVIDER_B", "free");
  }
  while ((await use(story, 1, { mode: "strict" })).status === 201);
  isOver = true;
  const units = (await Promise.all(granted)).reduce((sum, one) => sum + one, 0);
  const { used } = await check(story);
  expect(used).toBe(10);
  expect(units).toBeLessThanOrEqual(10);
});
