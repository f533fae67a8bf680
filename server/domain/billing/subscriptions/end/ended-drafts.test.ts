import Stripe from "stripe";
import { describe, expect, onTestFinished } from "vitest";
import type { Scope } from "../../../../platform/scope.ts";
import { createCardProviders } from "../../../../providers/open.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { balancesOf } from "../../../../testing/balances-of.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { itWith } from "../../../../testing/it.ts";
import { aLateProvider } from "../../../../testing/late-provider.ts";
import type { World } from "../../../../testing/world.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { mendDrift } from "../../card-provider/drift/drift.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import { renewByInvoice } from "../by-invoice/renew-by-invoice.ts";
import { moveProvider } from "../change/move-provider.ts";
import { settleEndedSubscriptions } from "../due-work.ts";
import { syncSubscriptionNow } from "../sync/sync-now.ts";
import { cancelSubscription } from "./end-subscription.ts";
import { whyNotOwed } from "./settle-ended-drafts.ts";

const it = itWith({ hasOwnDatabase: true });

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
    story,
    id,
    scope,
    lateScope,
    late,
    stripe,
    remote,
    row,
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
    setClock: (now: string) => db.testClock.updateMany({ where: { tenantId }, data: { now: new Date(now) } }),
    balances: () => balancesOf(db, scope, row.customerId),
    wrong: () => foundIn(world.services.pool, tenantId),
  };
}

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** Canceled within the hour after the renewal, by a process that died then: the draft is known here. */
async function leftWithDraft(world: World): Promise<Buyer> {
  const buyer = await aBuyer(world);
  await buyer.story.to("2030-02-10T10:00:00Z");
  const provider = await cardProviderOf(buyer.scope);
  const listDrafts = () => Promise.reject(new Error("The process was killed."));
  const dying: Scope = { ...buyer.scope, openCardProvider: () => ({ ...provider, listDrafts }) };
  await cancelSubscription(dying, { id: buyer.id, at: "now" });
  expect(await buyer.invoices()).toEqual([
    [PLAN, "PAID"],
    [PLAN, "DRAFT"],
  ]);
  return buyer;
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

  it("is issued by due work or the comparison, once, where the process died after the end; the doctor names it after a day", {
    tags: ["long"],
  }, async ({ world }) => {
    for (const mend of [
      async ({ scope }: Buyer) => void (await mendDrift(scope)),
      () => settleEndedSubscriptions(world.services),
    ]) {
      const buyer = await leftWithDraft(world);
      expect(await buyer.wrong()).toEqual([]);
      await buyer.setClock("2030-02-12T10:00:00Z");
      expect(await buyer.wrong()).toEqual(["drafts-of-ended-subscriptions-are-settled"]);
      await Promise.all([mend(buyer), mend(buyer)]);
      expect(await buyer.there()).toEqual([
        [PLAN, "paid"],
        [PLAN, "paid"],
      ]);
      expect([await buyer.balances(), await buyer.wrong()]).toMatchObject([{ CASH: 6000n }, []]);
    }
  });

  it("is tried again an hour later, where the card provider refuses it", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await leftWithDraft(world);
    const letIssue = buyer.late.refuse("POST", /finalize/);
    const workIn = (seconds: number) => {
      const now = new Date(Date.now() + seconds * 1000);
      const { openCardProvider } = buyer.lateScope;
      return settleEndedSubscriptions({ ...world.services, openCardProvider, clock: { now: () => now } });
    };
    await workIn(0);
    letIssue();
    await workIn(60);
    expect((await buyer.invoices())[1]).toEqual([PLAN, "DRAFT"]);
    await workIn(3700);
    expect((await buyer.invoices())[1]).toEqual([PLAN, "PAID"]);
  });

  it("is issued where it was ended at Stripe, when the callback comes", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world);
    await buyer.use();
    await buyer.renewAtStripe();
    await buyer.stripe.subscriptions.cancel(buyer.remote);
    await Promise.all([1, 2, 3].map(() => syncSubscriptionNow(buyer.scope, buyer.id)));
    expect(await buyer.there()).toEqual([
      [PLAN, "paid"],
      [PLAN, "paid"],
      [250, "paid"],
    ]);
  });

  it("is void, and what was used before is owed, where the subscription was paused", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.use();
    await buyer.story.to("2030-02-10T10:30:00Z");
    await buyer.story.tell(buyer.id, "pause");
    await buyer.story.end(buyer.id);
    expect(await buyer.there()).toEqual([
      [PLAN, "paid"],
      [PLAN, "void"],
      [250, "paid"],
    ]);
    expect(await buyer.charges()).toEqual(
      expect.arrayContaining([
        [PLAN, "written_off", "PAUSED"],
        [250, "invoiced", null],
      ]),
    );
    expect(await buyer.balances()).toMatchObject({ CASH: 3250n, UNBILLED: 0n, RECEIVABLE: 0n });
  });

  it("is collected by card where the subscription moves to transfer, which begins with the next period", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.use();
    buyer.late.before("DELETE", /^\/v1\/subscriptions\//, buyer.renewAtStripe);
    await moveProvider(buyer.lateScope, { id: buyer.id, provider: "PROVIDER_B" });
    await buyer.story.to("2030-02-12T10:00:00Z");
    expect(await buyer.there()).toEqual([
      [PLAN, "paid"],
      [PLAN, "paid"],
    ]);
    await buyer.story.to("2030-03-12T10:00:00Z");
    expect(await buyer.invoices()).toEqual([
      [PLAN, "PAID"],
      [PLAN, "PAID"],
      [PLAN + 250, "OPEN"],
    ]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is void where we have billed the period that it is for", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    buyer.late.before("DELETE", /^\/v1\/subscriptions\//, async () => {
      await buyer.renewAtStripe();
      await buyer.story.tell(buyer.id, "cancel", { at: "now" }, 409);
      await buyer.setClock("2030-02-10T10:00:00Z");
      await renewByInvoice(buyer.scope, buyer.id);
    });
    await moveProvider(buyer.lateScope, { id: buyer.id, provider: "PROVIDER_B" });
    await buyer.story.to("2030-02-12T10:00:00Z");
    expect(await buyer.there()).toEqual([
      [PLAN, "paid"],
      [PLAN, "void"],
    ]);
    expect((await buyer.invoices()).filter(([, status]) => status !== "VOID")).toEqual([
      [PLAN, "PAID"],
      [PLAN, "OPEN"],
    ]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is collected as any other where the end is set for a period's end: the one that began", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    buyer.late.before("POST", /^\/v1\/subscriptions\//, buyer.renewAtStripe);
    const ending = await cancelSubscription(buyer.lateScope, { id: buyer.id, at: "period_end" });
    expect(ending).toMatchObject({
      current_period_end: "2030-03-10T10:00:00.000Z",
      status: "ACTIVE",
    });
    await buyer.story.to("2030-04-20T10:00:00Z");
    expect(await buyer.there()).toEqual([
      [PLAN, "paid"],
      [PLAN, "paid"],
    ]);
    expect(await buyer.story.subscription(buyer.id)).toMatchObject({ ended_at: "2030-03-10T10:00:00.000Z" });
  });
});

it("what is owed is invoiced, not held, where the subscription ends as its item is sent", {
  tags: ["long"],
}, async ({ world }) => {
  const buyer = await aBuyer(world);
  await buyer.story.tell(buyer.id, "items", { amount: 70, description: "Something" }, 201);
  buyer.late.before("POST", /^\/v1\/invoiceitems/, () => buyer.stripe.subscriptions.cancel(buyer.remote));
  await sendWaiting(buyer.lateScope, buyer.id);
  await syncSubscriptionNow(buyer.scope, buyer.id);
  expect((await buyer.charges()).filter(([amount]) => amount === 70)).toEqual([[70, "invoiced", null]]);
  expect(await buyer.balances()).toMatchObject({ CASH: 3070n, UNBILLED: 0n, RECEIVABLE: 0n });
});

it.for([
  ["an hour before the end", 1, "PAID", true, null],
  ["three days before it, while callbacks were not answered", 72, "PAID", true, null],
  ["five days before it: kept while the subscription was unpaid", 120, "PAID", true, "UNPAID"],
  ["five days before it, with what was added alone", 120, "PAID", false, null],
  ["before a pause", 1, "PAUSED", true, "PAUSED"],
] as const)("a draft made %s", ([, hours, collecting, isRenewal, why]) => {
  const endedAt = new Date("2030-02-10T10:00:00Z");
  const createdAt = new Date(endedAt.getTime() - hours * 3_600_000);
  const draft = { createdAt, isRenewal, voidedFor: null };
  expect(whyNotOwed(draft, { endedAt, last: { collecting } })).toBe(why);
  expect(whyNotOwed({ ...draft, voidedFor: "UNPAID" }, { endedAt, last: undefined })).toBe("UNPAID");
});
