import Stripe from "stripe";
import { describe, expect, onTestFinished } from "vitest";
import type { Scope } from "../../../../platform/scope.ts";
import { createCardProviders } from "../../../../providers/open.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { balancesOf } from "../../../../testing/balances-of.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { aLateProvider } from "../../../../testing/late-provider.ts";
import type { World } from "../../../../testing/world.ts";
import { cancelSubscription } from "./end-subscription.ts";

// A subscription on cards ends as Stripe renews it: the renewal's draft was not there when the end was asked for.

const PLAN = 3000;
const RENEWAL = Date.parse("2030-02-10T10:00:00Z") / 1000;

async function aBuyer(world: World) {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { calls }, prices: [{ amount: PLAN }] }],
  });
  const id = await story.start("PROVIDER_A", "pro");
  const { scope } = story.tenant;
  const { tenantId, db } = scope;
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const row = await db.subscription.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const remote = row.providerSubscriptionId ?? "";
  const clock = await db.testClock.findFirstOrThrow({ where: { tenantId } });
  const late = await aLateProvider(world.sandboxUrl);
  onTestFinished(() => late.close());
  const lateScope: Scope = { ...scope, openCardProvider: createCardProviders({ sandbox: late.url }) };
  return {
    ...{ story, id, scope, lateScope, late, stripe, remote, row },
    use: async () => expect((await story.use("calls", 105)).status).toBe(201),
    /** Stripe's clock alone passes the renewal; no callback says so. */
    async renewAtStripe() {
      const clockId = clock.providerClockId ?? "";
      await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: RENEWAL });
      const isReady = async () => (await stripe.testHelpers.testClocks.retrieve(clockId)).status === "ready";
      await expect.poll(isReady).toBe(true);
    },
    /** Total and status of each invoice here, the oldest first. */
    invoices: async () => (await story.invoices(id)).map(({ total, status }) => [total, status]),
    /** The same at Stripe. */
    async there() {
      const { data } = await stripe.invoices.list({ customer: row.providerCustomerId ?? "", limit: 100 });
      return data.toReversed().map(({ total, status }) => [total, status]);
    },
    charges: async () => {
      const { body } = await story.get(`/v1/billing/ledger?customer=${story.customer}&limit=100`);
      const rows: { amount: number; state: string; why: { code: string } | null }[] = body.data;
      return rows.map(({ amount, state, why }) => [amount, state, why?.code ?? null]).reverse();
    },
    balances: () => balancesOf(db, scope, row.customerId),
    wrong: () => foundIn(world.services.pool, tenantId),
  };
}

describe("the draft of a renewal at the moment of which the subscription ends", () => {
  it("is issued and collected, once, where Stripe renewed just before it ended the subscription", async ({
    world,
  }) => {
    const buyer = await aBuyer(world);
    await buyer.use();
    buyer.late.before("DELETE", /^\/v1\/subscriptions\//, buyer.renewAtStripe);
    const ended = await cancelSubscription(buyer.lateScope, { id: buyer.id, at: "now" });
    expect(ended).toMatchObject({ status: "CANCELED", ended_at: "2030-02-10T10:00:00.000Z" });
    await buyer.story.to("2030-04-20T10:00:00Z");
    const invoices = [
      [PLAN, "PAID"],
      [PLAN, "PAID"],
      [250, "PAID"],
    ];
    expect([await buyer.invoices(), await buyer.there()]).toEqual([
      invoices,
      invoices.map(([total]) => [total, "paid"]),
    ]);
    expect(await buyer.balances()).toMatchObject({ CASH: 6250n, UNBILLED: 0n, RECEIVABLE: 0n, CREDIT: 0n });
  });
});
