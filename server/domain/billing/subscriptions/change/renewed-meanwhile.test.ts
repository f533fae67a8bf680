// @module-tag ci
// A change for the period's end around the moment at which the card provider renews, before its callback has said so: the new terms begin
// with the period that the provider bills at the new price, neither earlier nor later.
import Stripe from "stripe";
import { expect } from "vitest";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { clocksApart } from "../../../../testing/clocks-apart.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { reconcile } from "../../card-provider/drift/drift.ts";
import { syncFromProvider } from "../../provider-events/process-event.ts";
import { cancelSubscription } from "../end/end-subscription.ts";
import { changePlan } from "./change-plan.ts";
import { dropPendingChange } from "./drop-pending-change.ts";

const day = (month: number, hour = 10) => new Date(Date.UTC(2027, month - 1, 5, hour));
const START = day(3);

/** A subscription to small, a month at a time from 5 March, on clocks that move apart; callbacks are lost. */
async function aRenewal(world: World, fields: object = {}) {
  const story = await aStory(world, START.toISOString(), {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "small", entitlements: { calls: { limit: 5 } }, prices: [{ amount: 1000 }] },
      { slug: "medium", entitlements: { calls: { limit: 50 } }, prices: [{ amount: 3000 }] },
      { slug: "large", entitlements: { calls: { limit: 500 } }, prices: [{ amount: 5000 }] },
    ],
  });
  const { scope } = story.tenant;
  const id = await story.start("PROVIDER_A", "small", fields);
  const { provider_subscription_id: remote } = await story.subscription(id);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const clocks = clocksApart(world, story);
  let there = START;
  const apart = {
    ...clocks,
    provider(moment: Date) {
      there = moment;
      return clocks.provider(moment);
    },
  };
  const slugOf = (price: string | null) =>
    ["small", "medium", "large"].find((slug) => story.price(slug) === price) ?? null;
  const callback = () => syncFromProvider(scope, remote);
  const pass = async (moment: Date) => {
    await apart.provider(moment);
    await apart.ours(moment);
    await apart.work();
  };
  return {
    story,
    scope,
    stripe,
    id,
    remote,
    apart,
    callback,
    pass,
    later: { id, plan_price_id: story.price("large"), effective: "period_end" } as const,
    schedule: (plan = "large", status = 200) =>
      story.tell(id, "change-plan", { plan_price_id: story.price(plan), effective: "period_end" }, status),
    drop: () => story.tenant.admin.send("DELETE", `/v1/billing/subscriptions/${id}/pending-change`),
    /** The plan and the scheduled one here, and the price at the provider. */
    async both() {
      const ours = await story.subscription(id);
      const theirs = await stripe.subscriptions.retrieve(remote);
      return {
        here: [slugOf(ours.plan_price_id), slugOf(ours.pending_plan_price_id)],
        there: theirs.items.data.map(({ price }) => price.unit_amount),
      };
    },
    limit: async () => (await story.check("calls")).limit,
    /** What each period was billed, the first one first; and what the subscription was sold as, from when. */
    async billed() {
      for (const moment of [4, 5, 6].map((month) => day(month, 13))) if (moment > there) await pass(moment);
      const { data } = await stripe.invoices.list({ subscription: remote, limit: 20 });
      const terms = await scope.db.subscriptionTerms.findMany({
        where: { tenantId: scope.tenantId, subscriptionId: id },
        orderBy: { fromAt: "asc" },
      });
      return {
        invoices: data
          .reverse()
          .filter(({ amount_due: due }) => due > 0)
          .map(({ amount_due: due }) => due),
        terms: terms.map(({ planPriceId, fromAt }) => [slugOf(planPriceId), fromAt.getUTCMonth() + 1]),
        drift: (await story.get("/v1/billing/cardprovider/drift")).body.differences,
      };
    },
    /** The scope of a process whose calls to the provider meet something in between. */
    where: (replace: (real: CardProvider) => Partial<CardProvider>): Scope => ({
      ...scope,
      openCardProvider: (account) => {
        const real = scope.openCardProvider(account);
        return { ...real, ...replace(real) };
      },
    }),
  };
}

/** Small for the two periods that had begun, large from 5 May. */
const NEXT_PERIOD = {
  invoices: [1000, 1000, 5000, 5000],
  terms: [
    ["small", 3],
    ["large", 5],
  ],
  drift: [],
};

it("begins with the next period when the provider has renewed before it was asked for", async ({ world }) => {
  const change = await aRenewal(world);
  await change.apart.provider(day(4));
  expect(await change.schedule()).toMatchObject({
    pending_plan_price_id: change.story.price("large"),
    current_period_end: day(5).toISOString(),
  });
  await change.callback();
  expect(await change.both()).toEqual({ here: ["small", "large"], there: [1000] });
  expect(await change.limit()).toBe(5);
  await change.pass(day(5));
  expect(await change.both()).toEqual({ here: ["large", null], there: [5000] });
  expect(await change.billed()).toEqual(NEXT_PERIOD);
});

it("begins with the next period when the provider renews while it is being scheduled", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aRenewal(world);
  const slow = change.where((real) => ({
    async scheduleChange(input) {
      await change.apart.provider(day(4));
      await change.callback();
      return real.scheduleChange(input);
    },
  }));
  await changePlan(slow, change.later);
  await change.callback();
  expect(await change.both()).toEqual({ here: ["small", "large"], there: [1000] });
  expect(await change.billed()).toEqual(NEXT_PERIOD);
});

it("begins with the renewal when the provider renews by it, before we have its answer", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aRenewal(world);
  const slow = change.where((real) => ({
    async scheduleChange(input) {
      const at = await real.scheduleChange(input);
      await change.apart.provider(day(4));
      await change.callback();
      return at;
    },
  }));
  await changePlan(slow, change.later);
  await change.callback();
  expect(await change.both()).toEqual({ here: ["large", null], there: [5000] });
  expect(await change.billed()).toMatchObject({
    invoices: [1000, 5000, 5000, 5000],
    terms: [
      ["small", 3],
      ["large", 4],
    ],
    drift: [],
  });
});

it("waits for the provider's period where our clock is ahead", { tags: ["long"] }, async ({ world }) => {
  const change = await aRenewal(world);
  await change.schedule();
  await change.apart.ours(day(4, 11));
  await change.apart.work();
  expect(await change.both()).toEqual({ here: ["small", "large"], there: [1000] });
  expect((await change.drop()).status).toBe(200);
  expect(await change.billed()).toMatchObject({ invoices: [1000, 1000, 1000, 1000], terms: [["small", 3]] });
});

it("is not lost by a crash before the provider's answer was saved", { tags: ["long"] }, async ({ world }) => {
  for (const [renewed, billed] of [
    [false, [1000, 5000, 5000, 5000]],
    [true, [1000, 5000, 5000, 5000]],
  ] as const) {
    const change = await aRenewal(world);
    const crashed = change.where((real) => ({
      async scheduleChange(input) {
        await real.scheduleChange(input);
        throw new ApiError("card_provider_unavailable");
      },
    }));
    await expect(changePlan(crashed, change.later)).rejects.toMatchObject({ code: "K7005" });
    if (renewed) {
      await change.apart.provider(day(4));
      await change.callback();
    }
    await reconcile(change.scope);
    await change.callback();
    expect(await change.both()).toEqual(
      renewed ? { here: ["large", null], there: [5000] } : { here: ["small", "large"], there: [1000] },
    );
    expect(await change.billed()).toMatchObject({ invoices: billed, drift: [] });
  }
});

it("cannot be taken back when it has begun at the provider", async ({ world }) => {
  const change = await aRenewal(world);
  await change.schedule();
  await change.apart.provider(day(4));
  expect(await change.drop()).toMatchObject({ status: 409, body: { code: "K6015" } });
  expect(await change.both()).toEqual({ here: ["large", null], there: [5000] });
  expect(await change.billed()).toMatchObject({ invoices: [1000, 5000, 5000, 5000], drift: [] });
});

it("is taken back when the provider renews just after it was dropped there", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aRenewal(world);
  await change.schedule();
  const slow = change.where((real) => ({
    async dropScheduledChange(input) {
      const answer = await real.dropScheduledChange(input);
      await change.apart.provider(day(4));
      await change.callback();
      return answer;
    },
  }));
  await dropPendingChange(slow, { id: change.id });
  await change.callback();
  expect(await change.both()).toEqual({ here: ["small", null], there: [1000] });
  expect(await change.billed()).toMatchObject({
    invoices: [1000, 1000, 1000, 1000],
    terms: [["small", 3]],
    drift: [],
  });
});

it("is what a change at once is made from when it has begun at the provider", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aRenewal(world);
  await change.schedule();
  await change.apart.provider(day(4));
  await change.story.tell(change.id, "change-plan", { plan_price_id: change.story.price("small") });
  expect(await change.both()).toEqual({ here: ["small", null], there: [1000] });
  const { terms, drift } = await change.billed();
  expect(terms.map(([plan]) => plan)).toEqual(["small", "large", "small"]);
  expect(drift).toEqual([]);
});

it("goes with a cancellation, also where the provider renews between the two", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aRenewal(world);
  await change.schedule();
  const slow = change.where((real) => ({
    async setEnding(input) {
      await change.apart.provider(day(4));
      await change.callback();
      return real.setEnding(input);
    },
  }));
  const ending = await cancelSubscription(slow, { id: change.id, at: "period_end" });
  expect(ending).toMatchObject({ current_period_end: day(5).toISOString(), pending_plan_price_id: null });
  expect(await change.both()).toEqual({ here: ["small", null], there: [1000] });
  expect(await change.limit()).toBe(5);
});

it("stays with a cancellation when it has begun at the provider", { tags: ["long"] }, async ({ world }) => {
  const change = await aRenewal(world);
  await change.schedule();
  await change.apart.provider(day(4));
  await change.story.tell(change.id, "cancel", { at: "period_end" });
  expect(await change.both()).toEqual({ here: ["large", null], there: [5000] });
});

it("is quoted for the period that follows the one that runs at the provider", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aRenewal(world);
  await change.apart.provider(day(4));
  const { plan_price_id } = change.later;
  for (const effective of ["period_end", "now"]) {
    const quote = await change.story.tell(
      change.id,
      "change-plan/preview",
      { plan_price_id, effective },
      201,
    );
    expect(quote.next).toMatchObject({ amount: 5000, at: day(5).toISOString() });
  }
});

it("is put right where an older version noted another moment than the provider's", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aRenewal(world);
  await change.apart.provider(day(4));
  await change.schedule();
  const { db, tenantId } = change.scope;
  await db.subscription.update({
    where: { tenantId_id: { tenantId, id: change.id } },
    data: { pendingChangeAt: day(4, 12) },
  });
  await reconcile(change.scope);
  const row = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: change.id } },
  });
  expect(row.pendingChangeAt).toEqual(day(5));
  expect(await change.billed()).toEqual(NEXT_PERIOD);
});

it("stays with a pause when it has begun at the provider", { tags: ["long"] }, async ({ world }) => {
  const change = await aRenewal(world);
  await change.schedule();
  await change.apart.provider(day(4));
  await change.story.tell(change.id, "pause");
  expect(await change.both()).toEqual({ here: ["large", null], there: [5000] });
});

it("does not begin here when a person has undone its schedule at the provider", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aRenewal(world);
  await change.schedule();
  const { schedule } = await change.stripe.subscriptions.retrieve(change.remote);
  await change.stripe.subscriptionSchedules.release(String(schedule));
  await reconcile(change.scope);
  const { data } = (await change.story.get("/v1/billing/cardprovider/drift/mends")).body;
  expect(data).toMatchObject([{ kind: "schedule", action: "schedule" }]);
  const undone = await change.story.post(`/v1/billing/cardprovider/drift/mends/${data[0].id}/undo`);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  await change.pass(day(4));
  expect(await change.both()).toEqual({ here: ["small", "large"], there: [1000] });
});
