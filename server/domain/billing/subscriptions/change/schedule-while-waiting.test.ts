// A change for the period's end that is asked for while another one waits for its cardholder's confirmation (K7002): never are both made.
import Stripe from "stripe";
import { expect } from "vitest";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { confirmAsHolder } from "../../../../providers/stripe/contract.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { reconcile } from "../../card-provider/drift/drift.ts";
import { syncFromProvider } from "../../provider-events/process-event.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { lockSubscription } from "../update-subscription.ts";
import { changePlan } from "./change-plan.ts";
import { keepPendingChange } from "./pending-change.ts";
import { scheduleAtProvider } from "./schedule-change.ts";

const DAY = 86_400_000;

/** A subscription to basic on a test clock, with a change to max that waits for the cardholder; callbacks are lost. */
async function aWaitingChange(world: World) {
  const start = Date.now() + 60_000;
  const story = await aStory(world, new Date(start).toISOString(), {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
      { slug: "max", prices: [{ amount: 5000 }] },
    ],
  });
  const { scope } = story.tenant;
  const id = await story.start("PROVIDER_A", "basic");
  const { provider_customer_id: payer, provider_subscription_id: remote } = await story.subscription(id);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const payWith = async (card: string) => {
    const attached = await stripe.paymentMethods.attach(card, { customer: payer });
    await stripe.subscriptions.update(remote, { default_payment_method: attached.id });
    return attached.id;
  };
  const card = await payWith("pm_card_authenticationRequired");
  const now = async (plan: string) => {
    const refused = await story.tell(id, "change-plan", { plan_price_id: story.price(plan) }, 402);
    expect(refused.code).toBe("K7002");
    return () => confirmAsHolder({ stripe }, refused.details.client_secret, card);
  };
  const later = { id, plan_price_id: story.price("pro"), effective: "period_end" } as const;
  return {
    story,
    scope,
    stripe,
    id,
    remote,
    now,
    later,
    confirm: await now("max"),
    /** Asks for a plan with the next period. */
    schedule: (plan: string) =>
      story.tell(id, "change-plan", { plan_price_id: story.price(plan), effective: "period_end" }),
    /** The plan and the scheduled one here; the amounts, and whether a change waits, at the provider. */
    async both() {
      const ours = await story.subscription(id);
      const theirs = await stripe.subscriptions.retrieve(remote);
      const slugOf = (price: string | null) =>
        ["basic", "pro", "max"].find((slug) => story.price(slug) === price) ?? null;
      return {
        here: [slugOf(ours.plan_price_id), slugOf(ours.pending_plan_price_id)],
        there: theirs.items.data.map(({ price }) => price.unit_amount),
        isScheduled: theirs.schedule !== null,
      };
    },
    sync: () => syncFromProvider(scope, remote),
    async renew() {
      await payWith("pm_card_visa");
      await story.to(new Date(start + 33 * DAY).toISOString());
    },
    drift: async () => (await story.get("/v1/billing/cardprovider/drift")).body,
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

it("gives up the change that waits, so that only the scheduled one is made", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  await change.schedule("pro");
  await expect(change.confirm()).rejects.toThrow();
  expect((await change.story.subscription(change.id)).coming.change).toMatchObject({
    waits_for: "period_end",
    price: { id: change.story.price("pro") },
    invoice_id: null,
  });
  await change.sync();
  expect(await change.both()).toEqual({ here: ["basic", "pro"], there: [1000], isScheduled: true });
  expect((await change.drift()).differences).toEqual([]);
  await change.renew();
  expect(await change.both()).toMatchObject({ here: ["pro", null], there: [3000] });
  expect((await change.drift()).differences).toEqual([]);
});

it("makes the same change with the next period, and not from when it was first asked for", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.schedule("max");
  await expect(change.confirm()).rejects.toThrow();
  await change.renew();
  expect(await change.both()).toMatchObject({ here: ["max", null], there: [5000] });
  const { db, tenantId } = change.scope;
  const operations = await db.providerOperation.findMany({ where: { tenantId, kind: "CHANGE_PLAN" } });
  expect(operations.map(({ status, failureCode }) => [status, failureCode])).toEqual([["FAILED", "DROPPED"]]);
});

it("is made from the plan that the cardholder has confirmed just before", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  await change.confirm();
  await change.schedule("pro");
  expect(await change.both()).toEqual({ here: ["max", "pro"], there: [5000], isScheduled: true });
  await change.renew();
  expect(await change.both()).toMatchObject({ here: ["pro", null], there: [3000] });
  expect((await change.drift()).differences).toEqual([]);
});

it("leaves no schedule behind where another change is asked for while it is being scheduled", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  const slow = change.where((real) => ({
    async scheduleChange(input) {
      await change.now("max");
      return real.scheduleChange(input);
    },
  }));
  await changePlan(slow, change.later);
  expect(await change.both()).toEqual({ here: ["basic", null], there: [1000], isScheduled: false });
});

it("goes, with its schedule, when a change that began beside it is confirmed, also after the network failed", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  let confirm = change.confirm;
  const overtaken = change.where((real) => ({
    async dropUnpaidChange(input) {
      const answer = await real.dropUnpaidChange(input);
      confirm = await change.now("max");
      return answer;
    },
  }));
  await changePlan(overtaken, change.later);
  expect(await change.both()).toEqual({ here: ["basic", "pro"], there: [1000], isScheduled: true });
  await confirm();
  const unreached = change.where(() => ({
    dropScheduledChange: () => Promise.reject(new ApiError("card_provider_unavailable")),
  }));
  await expect(syncFromProvider(unreached, change.remote)).rejects.toMatchObject({ code: "K7005" });
  await reconcile(change.scope);
  expect(await change.both()).toEqual({ here: ["max", null], there: [5000], isScheduled: false });
  await change.renew();
  expect(await change.both()).toMatchObject({ here: ["max", null], there: [5000] });
});

it("goes, with its schedule, when it is scheduled while the confirmed change is being saved", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.confirm();
  const { scope, id, later } = change;
  const { db, tenantId } = scope;
  let isScheduled = false;
  const overtaken = change.where((real) => ({
    async readSubscription(remote) {
      const read = await real.readSubscription(remote);
      if (isScheduled) return read;
      isScheduled = true;
      // As a call does that gave up what waited just before it was confirmed.
      const { planId } = await db.planPrice.findFirstOrThrow({
        where: { tenantId, id: later.plan_price_id },
      });
      const pack = await db.pack.findFirstOrThrow({ where: { tenantId, planId, status: "ACTIVE" } });
      const plan = { planPriceId: later.plan_price_id, planId, packId: pack.id, drivers: [] };
      await db.$transaction(async (tx) =>
        keepPendingChange(tx, scope, await lockSubscription(tx, scope, id), plan),
      );
      await scheduleAtProvider(scope, await getSubscriptionOrThrow(db, scope, id), plan);
      return read;
    },
  }));
  await syncFromProvider(overtaken, change.remote);
  expect(await change.both()).toEqual({ here: ["max", null], there: [5000], isScheduled: false });
});

it("is dropped by a pause, in which nobody pays for a plan", { tags: ["long"] }, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.story.tell(change.id, "pause");
  await expect(change.confirm()).rejects.toThrow();
  expect(await change.both()).toMatchObject({ here: ["basic", null], there: [1000] });
});
