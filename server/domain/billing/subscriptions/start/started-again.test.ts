import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import { unitsGrantedDuring } from "../../../../testing/units-granted-during.ts";
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

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)(
  "a free subscription on %s that is started again",
  (provider) => {
    it("takes over what was used, each time, until the period of the use would have ended", {
      tags: ["long"],
    }, async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      expect((await story.use("calls", 6)).status).toBe(201);
      await story.end(first);
      await story.to("2027-04-10T00:00:00Z");
      const second = await story.start(provider, "free");
      expect(await story.check("calls")).toMatchObject({ used: 6, limit: 10, remaining: 4 });
      expect((await story.use("calls", 5)).status).toBe(409);
      expect((await story.use("calls", 3)).status).toBe(201);
      await story.end(second);
      // The first period is over, the second runs until 10 May.
      await story.to("2027-05-02T00:00:00Z");
      await story.start(provider, "free");
      expect(await story.check("calls")).toMatchObject({ used: 3, remaining: 7 });
      await story.to("2027-06-02T00:01:00Z");
      expect(await story.check("calls")).toMatchObject({ used: 0, remaining: 10 });
    });

    it("takes over what each dimension has used", { tags: ["long"] }, async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      for (const [dimension, quantity] of [
        ["north", 3],
        ["south", 1],
      ] as const)
        await story.use("mails", quantity, { dimension });
      await story.end(first);
      await story.start(provider, "free");
      const used = ["north", "south", "west"].map(async (dimension) => {
        const { used: units, remaining } = await story.check("mails", { dimension });
        return [units, remaining];
      });
      expect(await Promise.all(used)).toEqual([
        [3, 1],
        [1, 3],
        [0, 4],
      ]);
      expect((await story.use("mails", 2, { dimension: "north" })).status).toBe(409);
    });

    it("takes it over from another free plan, which it had changed to, but not from one that was paid", {
      tags: ["long"],
    }, async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "free");
      await story.use("calls", 6);
      await story.tell(first, "change-plan", { plan_price_id: story.price("gift") });
      await story.use("calls", 2);
      await story.end(first);
      const paid = await story.start(provider, "paid");
      expect(await story.check("calls")).toMatchObject({ used: 0, remaining: 10 });
      await story.use("calls", 7);
      await story.end(paid);
      await story.start(provider, "free");
      expect(await story.check("calls")).toMatchObject({ used: 8, remaining: 2 });
    });

    it("owes overage once, and has what is left of its cap", { tags: ["long"] }, async ({ world }) => {
      const story = await aShop(world);
      const first = await story.start(provider, "payg");
      await story.use("calls", 30);
      await story.to("2027-04-02T00:00:00Z");
      await story.end(first);
      const second = await story.start(provider, "payg");
      expect(await story.check("calls")).toMatchObject({ used: 10, limit: 10, billed_amount: 40 });
      // 40 of the cap of 60 are owed already: 10 units are left.
      expect((await story.use("calls", 11)).status).toBe(409);
      expect((await story.use("calls", 10)).status).toBe(201);
      await story.to("2027-04-03T00:00:00Z");
      await story.end(second);
      const { db, tenantId } = story.tenant.scope;
      const billed = await db.usageRecord.aggregate({ where: { tenantId }, _sum: { billedAmount: true } });
      expect(billed._sum.billedAmount).toBe(60n);
    });
  },
);

it("units that were taken over do not roll over", { tags: ["long"] }, async ({ world }) => {
  const story = await aShop(world);
  const first = await story.start("PROVIDER_B", "rolls");
  await story.use("calls", 8);
  await story.end(first);
  await story.start("PROVIDER_B", "rolls");
  await story.use("calls", 1);
  await story.to("2027-05-02T00:00:00Z");
  expect(await story.check("calls")).toMatchObject({ limit: 11, used: 0 });
});

it("takes over everything however often it is started in between, used or not", { tags: ["long"] }, async ({
  world,
}) => {
  const story = await aShop(world);
  for (const units of [6, 0, 0, 3, 0]) {
    const id = await story.start("PROVIDER_B", "free");
    if (units > 0) expect((await story.use("calls", units)).status).toBe(201);
    await story.end(id);
  }
  await story.start("PROVIDER_B", "gift");
  expect(await story.check("calls")).toMatchObject({ used: 9, limit: 12, remaining: 3 });
});

it("two starts at once make one subscription, which takes over once", { tags: ["long"] }, async ({
  world,
}) => {
  const story = await aShop(world);
  const first = await story.start("PROVIDER_B", "free");
  await story.use("calls", 6);
  await story.end(first);
  const sale = { customer: story.customer, plan_price_id: story.price("free"), provider: "PROVIDER_B" };
  const replies = await Promise.all([1, 2, 3].map(() => story.post("/v1/billing/subscriptions", sale)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await story.check("calls")).toMatchObject({ used: 6, remaining: 4 });
});

it("uses that come while it is ended and started again get one allowance", { tags: ["long"] }, async ({
  world,
}) => {
  const story = await aShop(world);
  let id = await story.start("PROVIDER_B", "free");
  const units = await unitsGrantedDuring(story, "calls", async () => {
    for (let again = 0; again < 6; again++) {
      await story.end(id);
      id = await story.start("PROVIDER_B", "free");
    }
  });
  expect(units).toBe(10);
  expect(await story.check("calls")).toMatchObject({ used: 10 });
});
