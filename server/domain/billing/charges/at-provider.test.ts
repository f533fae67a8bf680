import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";
import { sendWaiting } from "../periods/send-waiting.ts";
import { balancesOf } from "./balances.ts";

// Where the charges of a subscription on cards are, and what the journal says of them, over REST and the card provider's own API.

async function aBuyer(world: World) {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { calls }, prices: [{ amount: 3000 }] },
      { slug: "large", entitlements: { calls }, prices: [{ amount: 9000 }] },
    ],
  });
  const id = await story.start("PROVIDER_A", "pro");
  const used = await story.post("/v1/billing/usage", {
    customer: story.customer,
    feature_key: "calls",
    quantity: 105,
  });
  expect(used.status).toBe(201);
  const { scope } = story.tenant;
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const row = await scope.db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
  });
  const remote = row.providerSubscriptionId ?? "";
  return {
    ...{ story, id, scope, stripe, remote },
    balances: () => balancesOf(scope.db, scope, row.customerId),
    sync: () => syncInvoices(scope, remote),
    /** Each charge and where it is: the status of its invoice, or why it is on none. */
    async charges() {
      const rows = await scope.db.charge.findMany({
        where: { tenantId: scope.tenantId, customerId: row.customerId },
        include: { placements: { where: { endedAt: null }, include: { invoice: true } } },
        orderBy: [{ periodStart: "asc" }, { cause: "asc" }],
      });
      return rows.map(({ cause, amount, placements: [one] }) => [
        cause,
        Number(amount),
        one?.kind === "INVOICE" ? (one.invoice?.status ?? "SENT") : one?.kind,
      ]);
    },
    draft: async () => (await stripe.invoices.list({ subscription: remote, status: "draft" })).data[0],
  };
}

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** Half an hour after the renewal: its invoice is a draft, and the overage was sent to it. */
async function renewed(world: World): Promise<Buyer> {
  const buyer = await aBuyer(world);
  await buyer.story.to("2030-02-10T10:30:00Z");
  return buyer;
}

const PLAN = ["PROVIDER_LINE", 3000];
const OVERAGE = ["COUNTER", 250];

describe("charges of a subscription on cards", () => {
  it("are sent to the renewal's draft, billed when it is issued, and the journal follows", async ({
    world,
  }) => {
    const buyer = await renewed(world);
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "SENT"],
      [...PLAN, "PAID"],
    ]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 250n, RECEIVABLE: 0n, CASH: 3000n });
    const lines = async () =>
      (await buyer.scope.db.invoiceLine.findMany({ where: { invoice: { subscriptionId: buyer.id } } }))
        .map(({ id }) => id)
        .sort();
    await buyer.sync();
    const asDraft = await lines();
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    await buyer.sync();
    expect(await lines()).toEqual(asDraft);
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "PAID"],
      [...PLAN, "PAID"],
      [...PLAN, "PAID"],
    ]);
    expect(await buyer.balances()).toMatchObject({
      ...{ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 6250n, REVENUE: -6250n, CREDIT: 0n },
    });
  });

  it("are one item at the provider, with eight workers sending at once", async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.story.tell(buyer.id, "pause");
    await buyer.story.to("2030-02-10T10:30:00Z");
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "WAITING"],
      [...PLAN, "PAID"],
    ]);
    await buyer.scope.db.subscription.updateMany({
      where: { tenantId: buyer.scope.tenantId, id: buyer.id },
      data: { status: "ACTIVE" },
    });
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, () => sendWaiting(buyer.scope, buyer.id)),
    );
    expect(sent.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    await sendWaiting(buyer.scope, buyer.id);
    const { data } = await buyer.stripe.invoiceItems.list({ limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([250]);
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "SENT"]);
  });

  it("wait while it is paused, and the price of a period that began in the pause is not owed", async ({
    world,
  }) => {
    const buyer = await renewed(world);
    await buyer.story.tell(buyer.id, "pause");
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "WAITING"]);
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "WAITING"],
      [...PLAN, "PAID"],
      [...PLAN, "WRITTEN_OFF"],
    ]);
    await buyer.story.tell(buyer.id, "resume");
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "SENT"]);
    await buyer.story.tell(buyer.id, "change-plan", { plan_price_id: buyer.story.price("large") });
    expect((await buyer.story.subscription(buyer.id)).current_period_start).toBe("2030-02-10T12:00:00.000Z");
    expect((await buyer.charges()).at(-1)).toEqual(["PROVIDER_LINE", 9000, "PAID"]);
  });

  it("wait again when the pause was made at the provider, which voided their invoice", async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.stripe.subscriptions.update(buyer.remote, { pause_collection: { behavior: "void" } });
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "WAITING"],
      [...PLAN, "PAID"],
      [...PLAN, "WRITTEN_OFF"],
    ]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 250n, RECEIVABLE: 0n, WRITTEN_OFF: 3000n });
  });

  it("are held for a decision when their invoice was voided at the provider, and billed by nobody", async ({
    world,
  }) => {
    const buyer = await renewed(world);
    const draft = await buyer.draft();
    await buyer.stripe.invoices.finalizeInvoice(draft?.id ?? "", { auto_advance: false });
    await buyer.sync();
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 3250n });
    await buyer.stripe.invoices.voidInvoice(draft?.id ?? "");
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "HELD"],
      [...PLAN, "PAID"],
      [...PLAN, "HELD"],
    ]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 3250n, RECEIVABLE: 0n });
    await sendWaiting(buyer.scope, buyer.id);
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "HELD"]);
  });

  it("are given up with an uncollectible invoice, and a later payment takes that back", async ({ world }) => {
    const buyer = await renewed(world);
    const id = (await buyer.draft())?.id ?? "";
    await buyer.stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    await buyer.stripe.invoices.markUncollectible(id);
    await buyer.sync();
    expect(await buyer.balances()).toMatchObject({ WRITTEN_OFF: 3250n, RECEIVABLE: 0n, CASH: 3000n });
    await buyer.stripe.invoices.pay(id);
    await buyer.sync();
    expect(await buyer.balances()).toMatchObject({ WRITTEN_OFF: 0n, RECEIVABLE: 0n, CASH: 6250n });
  });

  it("are all billed when it is canceled within the hour after a renewal", async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.story.tell(buyer.id, "cancel", { at: "now" });
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "PAID"],
      [...PLAN, "PAID"],
      [...PLAN, "PAID"],
    ]);
  });

  it("are invoiced on the customer when it was ended at the provider within that hour", async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.stripe.subscriptions.cancel(buyer.remote);
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "PAID"]);
  });

  it("are nobody's when they are of a change that its cardholder did not confirm", async ({ world }) => {
    const buyer = await aBuyer(world);
    const { customer } = await buyer.stripe.subscriptions.retrieve(buyer.remote);
    const card = await buyer.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: String(customer),
    });
    await buyer.stripe.subscriptions.update(buyer.remote, { default_payment_method: card.id });
    const wanted = { plan_price_id: buyer.story.price("large") };
    const refused = await buyer.story.post(`/v1/billing/subscriptions/${buyer.id}/change-plan`, wanted);
    expect(refused.body.code).toBe("K7002");
    await buyer.sync();
    const [open] = (await buyer.stripe.invoices.list({ subscription: buyer.remote, status: "open" })).data;
    await buyer.stripe.invoices.voidInvoice(open?.id ?? "");
    await buyer.sync();
    const left = await buyer.charges();
    expect(left.filter(([, , at]) => at === "HELD" || at === "WAITING")).toEqual([]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 3000n });
  });

  it("go with it to invoices of ours, where it moves before they are billed", async ({ world }) => {
    const buyer = await renewed(world);
    const moved = await buyer.story.post(`/v1/billing/subscriptions/${buyer.id}/move-provider`, {
      provider: "PROVIDER_B",
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    await buyer.story.to("2030-03-10T12:00:00Z");
    const overage = (await buyer.charges()).filter(([cause]) => cause === "COUNTER");
    expect(overage.map(([, amount, at]) => [amount, at === "PAID" || at === "OPEN"])).toEqual([[250, true]]);
  });
});
