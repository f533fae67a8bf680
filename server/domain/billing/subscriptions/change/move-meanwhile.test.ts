import { describe, expect } from "vitest";
import type { Scope } from "../../../../platform/scope.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { clocksApart } from "../../../../testing/clocks-apart.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { moveProvider } from "./move-provider.ts";

// What happened at the provider that a subscription leaves, or what our worker did not do yet, is known before it moves.

type Provider = "PROVIDER_A" | "PROVIDER_B";

const at = (month: number, day = 10, hour = 14) => new Date(Date.UTC(2030, month - 1, day, hour));

async function aMover(world: World, provider: Provider, fields: object = {}) {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          calls: {
            limit: 10,
            overage: "BILL",
            prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 10 }],
          },
        },
        prices: [{ amount: 3000 }],
      },
      { slug: "max", prices: [{ amount: 9000 }] },
    ],
  });
  const id = await story.start(provider, "pro", provider === "PROVIDER_B" ? { due_days: 90, ...fields } : {});
  const card = { cardprovider_test_card_token: "tok_visa" };
  return {
    story,
    id,
    clocks: clocksApart(world, story),
    move: (to: Provider) =>
      story.post(`/v1/billing/subscriptions/${id}/move-provider`, {
        provider: to,
        ...(to === "PROVIDER_A" && card),
      }),
    /** Each invoice that is not of 0: who collects it, when its period begins, and its total. */
    async billed() {
      const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}`);
      return (body.data as { total: number; provider: Provider; period_start: string }[])
        .filter(({ total }) => total !== 0)
        .map((one) => `${one.provider} ${one.period_start.slice(0, 10)} ${one.total}`)
        .sort();
    },
    wrong: () => foundIn(world.services.pool, story.tenant.id),
  };
}

it("is told what it owes before it is asked for a card", async ({ world }) => {
  const { story, id } = await aMover(world, "PROVIDER_B");
  // The worker has not said yet that the invoice is overdue.
  const { db, tenantId } = story.tenant.scope;
  await db.invoice.updateMany({
    where: { tenantId, subscriptionId: id },
    data: { dueAt: new Date("2030-01-09T23:59:59Z") },
  });
  expect((await story.subscription(id)).status).toBe("ACTIVE");
  const path = `/v1/billing/subscriptions/${id}/move-provider`;
  const refused = await story.post(path, { provider: "PROVIDER_A" });
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    ...[409, "K6003", { status: "PAST_DUE" }],
  ]);
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  await story.post(`/v1/billing/invoices/${data[0].id}/payments`);
  expect((await story.post(path, { provider: "PROVIDER_A" })).body.code).toBe("K6004");
});

describe("a subscription that moves to invoices", () => {
  it("keeps the period that was paid by card, also where its renewal's callback was lost", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, id, clocks, move, billed, wrong } = await aMover(world, "PROVIDER_A");
    await clocks.provider(at(2));
    await clocks.ours(at(2));
    // Our row still has January's period.
    expect((await story.subscription(id)).current_period_end).toBe("2030-02-10T10:00:00.000Z");
    const moved = await move("PROVIDER_B");
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(moved.body).toMatchObject({
      provider: "PROVIDER_B",
      current_period_start: "2030-02-10T10:00:00.000Z",
      current_period_end: "2030-03-10T10:00:00.000Z",
    });
    await clocks.work();
    await clocks.ours(at(3));
    await clocks.work();
    expect(await billed()).toEqual([
      "PROVIDER_A 2030-01-10 3000",
      "PROVIDER_A 2030-02-10 3000",
      "PROVIDER_B 2030-03-10 3000",
    ]);
    expect(await wrong()).toEqual([]);
  });

  it("bills the overage of a period that ended with a lost callback once, by card, where its renewal was", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, clocks, move, billed, wrong } = await aMover(world, "PROVIDER_A");
    expect((await story.use("calls", 60)).status).toBe(201);
    await clocks.provider(at(2));
    await clocks.ours(at(2));
    expect((await move("PROVIDER_B")).status).toBe(200);
    await clocks.ours(at(3));
    await clocks.work();
    expect(await billed()).toEqual([
      "PROVIDER_A 2030-01-10 3000",
      "PROVIDER_A 2030-01-10 500",
      "PROVIDER_A 2030-02-10 3000",
      "PROVIDER_B 2030-03-10 3000",
    ]);
    expect(await wrong()).toEqual([]);
  });

  it("is refused where it is ending or has ended meanwhile, and stays where it is", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, clocks, move, id } = await aMover(world, "PROVIDER_A");
    await story.tell(id, "cancel", { at: "period_end" });
    const { scope } = story.tenant;
    // The callback that would say so was lost.
    await scope.db.subscription.updateMany({
      where: { tenantId: scope.tenantId, id },
      data: { cancelAtPeriodEnd: false, canceledAt: null },
    });
    const ending = await move("PROVIDER_B");
    expect([ending.status, ending.body.code, ending.body.details]).toEqual([
      409,
      "K6003",
      { status: "ending" },
    ]);
    await clocks.provider(at(2));
    await clocks.ours(at(2));
    await scope.db.subscription.updateMany({
      where: { tenantId: scope.tenantId, id },
      data: { cancelAtPeriodEnd: false, canceledAt: null },
    });
    const ended = await move("PROVIDER_B");
    expect([ended.body.code, ended.body.details]).toEqual(["K6003", { status: "CANCELED" }]);
    expect((await story.subscription(id)).provider).toBe("PROVIDER_A");
  });

  it("keeps the period that the card provider begins while it is moving, with the change that began with it", {
    tags: ["long"],
  }, async ({ world }) => {
    for (const isChanged of [false, true]) {
      const { story, id, clocks, billed, wrong } = await aMover(world, "PROVIDER_A");
      const later = { plan_price_id: story.price("max"), effective: "period_end" };
      if (isChanged) await story.tell(id, "change-plan", later);
      const { scope } = story.tenant;
      const slow: Scope = {
        ...scope,
        openCardProvider(account) {
          const real = scope.openCardProvider(account);
          return {
            ...real,
            async cancelSubscription(input) {
              await clocks.provider(at(2, 10, 11));
              return real.cancelSubscription(input);
            },
          };
        },
      };
      await moveProvider(slow, { id, provider: "PROVIDER_B" });
      expect(await story.subscription(id)).toMatchObject({
        provider: "PROVIDER_B",
        plan_price_id: story.price(isChanged ? "max" : "pro"),
        pending_plan_price_id: null,
        current_period_start: "2030-02-10T10:00:00.000Z",
        current_period_end: "2030-03-10T10:00:00.000Z",
      });
      await clocks.ours(at(3));
      await clocks.work();
      const amount = isChanged ? 9000 : 3000;
      expect(await billed()).toEqual([
        "PROVIDER_A 2030-01-10 3000",
        `PROVIDER_A 2030-02-10 ${amount}`,
        `PROVIDER_B 2030-03-10 ${amount}`,
      ]);
      expect(await wrong()).toEqual([]);
    }
  });
});

describe("a subscription that moves to cards", () => {
  it("is first renewed by us for the periods that ended while our worker was away", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, clocks, move, billed, wrong } = await aMover(world, "PROVIDER_B");
    expect((await story.use("calls", 60)).status).toBe(201);
    await clocks.provider(at(2));
    await clocks.ours(at(2));
    const moved = await move("PROVIDER_A");
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(moved.body).toMatchObject({
      provider: "PROVIDER_A",
      current_period_start: "2030-02-10T10:00:00.000Z",
      current_period_end: "2030-03-10T10:00:00.000Z",
    });
    await clocks.provider(at(3));
    await clocks.ours(at(3));
    await clocks.work();
    expect(await billed()).toEqual([
      "PROVIDER_A 2030-03-10 3000",
      "PROVIDER_B 2030-01-10 3000",
      "PROVIDER_B 2030-02-10 3500",
    ]);
    expect(await wrong()).toEqual([]);
  });

  it("has a change that waits begin when the card provider says", { tags: ["long"] }, async ({ world }) => {
    const { story, id, clocks, move, billed } = await aMover(world, "PROVIDER_B");
    const later = { plan_price_id: story.price("max"), effective: "period_end" };
    await story.tell(id, "change-plan", later);
    expect((await move("PROVIDER_A")).status).toBe(200);
    expect((await story.subscription(id)).pending_plan_price_id).toBe(story.price("max"));
    for (const moment of [at(2), at(3)]) {
      await clocks.provider(moment);
      await clocks.ours(moment);
      await clocks.work();
      expect((await story.subscription(id)).plan_price_id).toBe(story.price("max"));
    }
    expect(await billed()).toEqual([
      "PROVIDER_A 2030-02-10 9000",
      "PROVIDER_A 2030-03-10 9000",
      "PROVIDER_B 2030-01-10 3000",
    ]);
  });
});
