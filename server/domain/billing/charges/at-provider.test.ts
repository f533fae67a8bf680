import Stripe from "stripe";
import { describe, expect } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aStory } from "../../../testing/a-story.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { syncInvoice, syncInvoices } from "../invoices/sync-invoice.ts";
import { closePeriod } from "../periods/close-period.ts";
import { invoiceOverage } from "../periods/invoice-before-renewal.ts";
import { sendWaiting } from "../periods/send-waiting.ts";
import { holdRemoved } from "./hold-removed.ts";
import { endPlacement, holdCharge, settleHeld } from "./release-charges.ts";
import { sendCharges, takeBackCharges } from "./send-charges.ts";
import { settleUncollectibleCredits } from "./uncollectible-credits.ts";
import { writeCharges } from "./write-charges.ts";

const it = itWith({ hasOwnDatabase: true });

// Where the charges of a subscription on cards are, and what the journal says of them, over REST and the card provider's own API.

async function aBuyer(world: World, interval: "MONTH" | "YEAR" = "MONTH") {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { calls }, prices: [{ amount: 3000, interval }] },
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
  const { customerId, provider } = row;
  const owner = { customerId, provider, subscriptionId: id, currency: "USD" };
  return {
    story,
    id,
    scope,
    stripe,
    remote,
    sold: {
      id,
      providerCustomerId: row.providerCustomerId ?? "",
      providerSubscriptionId: remote,
      taxBehavior: null,
    },
    /** Something else that is owed: 0.70. */
    owe: (nth = 1) =>
      scope.db.$transaction((tx) =>
        writeCharges(tx, scope, owner, [
          {
            key: `item:${id}:${nth}`,
            cause: "ITEM",
            sourceId: "invoice_of_both",
            description: "Something",
            amount: 70n,
            isProration: false,
            period: { start: new Date("2030-01-10T10:00:00Z"), end: new Date("2030-01-11T10:00:00Z") },
          },
        ]),
      ),
    /** A worker marks the charges as sent, and dies. */
    async mark() {
      const found = await scope.db.chargePlacement.findMany({
        where: { tenantId: scope.tenantId, kind: "WAITING", endedAt: null, charge: { subscriptionId: id } },
        include: { charge: true },
      });
      for (const { charge } of found)
        await scope.db.chargePlacement.create({
          data: {
            tenantId: scope.tenantId,
            id: newId("chargePlacement"),
            chargeId: charge.id,
            kind: "INVOICE",
            providerKey: charge.sourceId ?? charge.id,
            actorType: "SYSTEM",
            actorId: "worker",
            createdAt: scope.clock.now(),
          },
        });
      return found.length;
    },
    balances: () => balancesOf(scope.db, scope, row.customerId),
    sync: () => syncInvoices(scope, remote),
    /** Turns the charges into those that the migration makes of the lines of a version without charges. */
    storeAsBefore: ({ services }: World) =>
      services.pool.query(
        `begin;
         alter table charges disable trigger charges_append_only;
         update charges set cause = 'LEGACY', key = 'line:' || id where tenant_id = '${scope.tenantId}';
         alter table charges enable trigger charges_append_only;
         commit`,
      ),
    /** Reads an invoice, and then all twice more, as if each had changed meanwhile. */
    async read(invoiceId: string) {
      await syncInvoice(scope, invoiceId);
      const all = await scope.db.invoice.findMany({
        where: { tenantId: scope.tenantId, subscriptionId: id },
      });
      for (const { id, providerInvoiceId } of [...all, ...all]) {
        const where = { tenantId_id: { tenantId: scope.tenantId, id } };
        await scope.db.invoice.update({ where, data: { attemptCount: { increment: 1 } } });
        expect(await syncInvoice(scope, providerInvoiceId ?? "")).toBe(true);
      }
    },
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

/** The renewal's invoice is issued and open, and a change of plan gave back what was unused of its time. */
async function changed(world: World): Promise<{ buyer: Buyer; id: string }> {
  const buyer = await renewed(world);
  const id = (await buyer.draft())?.id ?? "";
  await buyer.stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  await buyer.sync();
  await buyer.story.tell(buyer.id, "change-plan", { plan_price_id: buyer.story.price("large") });
  await buyer.sync();
  return { buyer, id };
}

/** A change of plan that its bank wants confirmed, and whose invoice is voided then. Answers the card of before. */
async function leaveUnconfirmed(
  { stripe, remote, story, id, sync }: Buyer,
  whileOpen = async () => {},
): Promise<string> {
  const { customer, default_payment_method: before } = await stripe.subscriptions.retrieve(remote);
  const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: String(customer),
  });
  await stripe.subscriptions.update(remote, { default_payment_method: card.id });
  const wanted = { plan_price_id: story.price("large") };
  const refused = await story.post(`/v1/billing/subscriptions/${id}/change-plan`, wanted);
  expect(refused.body.code).toBe("K7002");
  await sync();
  await whileOpen();
  const [open] = (await stripe.invoices.list({ subscription: remote, status: "open" })).data;
  await stripe.invoices.voidInvoice(open?.id ?? "");
  await sync();
  return String(before);
}

const PLAN = ["PROVIDER_LINE", 3000];
const OVERAGE = ["COUNTER", 250];

describe("charges of a subscription on cards", () => {
  it("are sent to the renewal's draft, billed when it is issued, and the journal follows", {
    tags: ["long"],
  }, async ({ world }) => {
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
      UNBILLED: 0n,
      RECEIVABLE: 0n,
      CASH: 6250n,
      REVENUE: -6250n,
      CREDIT: 0n,
    });
  });

  it("are one item at the provider, with eight workers sending at once", { tags: ["long"] }, async ({
    world,
  }) => {
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

  it("wait while it is paused, and the price of a period that began in the pause is not owed", {
    tags: ["long"],
  }, async ({ world }) => {
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
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "PAID"]);
    await buyer.story.tell(buyer.id, "change-plan", { plan_price_id: buyer.story.price("large") });
    expect((await buyer.story.subscription(buyer.id)).current_period_start).toBe("2030-02-10T12:00:00.000Z");
    expect((await buyer.charges()).at(-1)).toEqual(["PROVIDER_LINE", 9000, "PAID"]);
  });

  it("wait again when the pause was made at the provider, which voided their invoice", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.stripe.subscriptions.update(buyer.remote, { pause_collection: { behavior: "void" } });
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "WAITING"],
      [...PLAN, "PAID"],
      [...PLAN, "WRITTEN_OFF"],
    ]);
    expect(await buyer.balances()).toMatchObject({
      UNBILLED: 250n,
      RECEIVABLE: 0n,
      CANCELED: 3000n,
      WRITTEN_OFF: 0n,
    });
  });

  it("are held for a decision when their invoice was voided at the provider, and are not billed", {
    tags: ["long"],
  }, async ({ world }) => {
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

  it("are given up with an uncollectible invoice, and a later payment takes that back", {
    tags: ["long"],
  }, async ({ world }) => {
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

  it("take back what a change gave for the time of an uncollectible invoice, until it is paid after all", {
    tags: ["long"],
  }, async ({ world }) => {
    const { buyer, id } = await changed(world);
    const credit = (await buyer.charges()).find(([, amount]) => Number(amount) < 0);
    expect(credit?.[0]).toBe("PROVIDER_LINE");
    const corrections = async () => (await buyer.charges()).filter(([cause]) => cause === "CORRECTION");
    expect(await corrections()).toEqual([]);
    await buyer.stripe.invoices.markUncollectible(id);
    await buyer.read(id);
    const back = ["CORRECTION", -Number(credit?.[1]), "WAITING"];
    expect(await corrections()).toEqual([back]);
    await buyer.stripe.invoices.pay(id);
    await buyer.read(id);
    const again = ["CORRECTION", Number(credit?.[1]), "WAITING"];
    expect(await corrections()).toEqual(expect.arrayContaining([back, again]));
    expect(await corrections()).toHaveLength(2);
  });

  it("take back what a change gave up to what is not paid of an uncollectible invoice, also with two at once", {
    tags: ["long"],
  }, async ({ world }) => {
    const { buyer, id } = await changed(world);
    const { db, tenantId } = buyer.scope;
    const settle = () => db.$transaction((tx) => settleUncollectibleCredits(tx, buyer.scope, buyer.id));
    const given = -Number((await buyer.charges()).find(([, amount]) => Number(amount) < 0)?.[1]);
    for (const [status, left, written] of [
      ["UNCOLLECTIBLE", 3250, 1],
      ["UNCOLLECTIBLE", 100, 2],
      ["UNCOLLECTIBLE", 500, 3],
      ["PAID", 0, 5],
      ["UNCOLLECTIBLE", 200, 6],
    ] as const) {
      const data = { status, amountPaid: 3250n - BigInt(left) };
      await db.invoice.updateMany({ where: { tenantId, providerInvoiceId: id }, data });
      await Promise.all([settle(), settle(), settle()]);
      const corrections = (await buyer.charges()).filter(([cause]) => cause === "CORRECTION");
      expect(corrections.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(Math.min(given, left));
      expect(corrections).toHaveLength(written);
    }
  });

  it("give a credit once, where what took it back was written off before its invoice was paid after all", {
    tags: ["long"],
  }, async ({ world }) => {
    const { buyer, id } = await changed(world);
    await buyer.stripe.invoices.markUncollectible(id);
    await buyer.read(id);
    const { db, tenantId } = buyer.scope;
    const back = await db.charge.findFirstOrThrow({ where: { tenantId, cause: "CORRECTION" } });
    await db.$transaction(async (tx) => {
      await endPlacement(tx, buyer.scope, { chargeId: back.id }, "VOIDED");
      await holdCharge(tx, buyer.scope, back.id, "VOIDED");
      await settleHeld(tx, buyer.scope, back, { to: "WRITTEN_OFF", code: "DECIDED", reason: null });
    });
    await buyer.stripe.invoices.pay(id);
    await buyer.read(id);
    expect((await buyer.charges()).filter(([cause]) => cause === "CORRECTION")).toEqual([
      ["CORRECTION", Number(back.amount), "WRITTEN_OFF"],
    ]);
  });

  it("are held for a decision when their item was deleted by hand at the provider", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.owe(1);
    await buyer.owe(2);
    await sendWaiting(buyer.scope, buyer.id);
    const items = async () =>
      (await buyer.charges()).filter(([cause]) => cause === "ITEM").map(([, , at]) => at);
    const [first, second] = (await buyer.stripe.invoiceItems.list({ pending: true, limit: 100 })).data;
    await buyer.stripe.invoiceItems.del(first?.id ?? "");
    await mendDrift(buyer.scope);
    await mendDrift(buyer.scope);
    expect((await items()).sort()).toEqual(["HELD", "SENT"]);
    await buyer.stripe.invoiceItems.del(second?.id ?? "");
    await Promise.all([holdRemoved(buyer.scope), holdRemoved(buyer.scope)]);
    expect(await items()).toEqual(["HELD", "HELD"]);
    await sendWaiting(buyer.scope, buyer.id);
    expect((await buyer.stripe.invoiceItems.list({ pending: true, limit: 100 })).data).toEqual([]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 140n });
  });

  it("are asked about in turn, so that a deleted item is found however many were sent", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    for (const nth of [1, 2, 3, 4]) await buyer.owe(nth);
    await sendWaiting(buyer.scope, buyer.id);
    const { db, tenantId } = buyer.scope;
    const sent = await db.chargePlacement.findMany({
      where: { tenantId, kind: "INVOICE", endedAt: null, invoiceId: null },
      orderBy: { id: "asc" },
    });
    await buyer.stripe.invoiceItems.del(sent.at(-1)?.providerItemId ?? "");
    const at = (minute: number) => new Date(Date.parse("2030-01-10T10:00:00Z") + minute * 60_000);
    const ask = (minute: number) => holdRemoved({ ...buyer.scope, clock: { now: () => at(minute) } }, 1);
    const held = async () => (await buyer.charges()).filter(([, , where]) => where === "HELD").length;
    for (const minute of [1, 2, 3]) await ask(minute);
    expect(await held()).toBe(0);
    await ask(4);
    expect(await held()).toBe(1);
    await ask(5);
    const asked = await db.chargePlacement.findMany({
      where: { tenantId, id: { in: sent.map(({ id }) => id) } },
      orderBy: { id: "asc" },
    });
    expect(asked.map(({ checkedAt }) => checkedAt)).toEqual([at(5), at(2), at(3), at(4)]);
  });

  it("is asked about after all others, where the provider's answer about it fails", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    for (const nth of [1, 2]) await buyer.owe(nth);
    await sendWaiting(buyer.scope, buyer.id);
    const provider = await cardProviderOf(buyer.scope);
    const asked: string[] = [];
    const failing = {
      ...buyer.scope,
      openCardProvider: () => ({
        ...provider,
        async hasInvoiceItem(id: string) {
          asked.push(id);
          if (id === asked[0]) throw new Error("The provider does not answer.");
          return provider.hasInvoiceItem(id);
        },
      }),
    };
    expect([await holdRemoved(failing, 1), await holdRemoved(failing, 1)]).toEqual([1, 0]);
    expect(new Set(asked).size).toBe(2);
  });

  it("wait when our own removal of their item was taken for a person's", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world);
    const provider = await cardProviderOf(buyer.scope);
    await buyer.owe();
    await sendWaiting(buyer.scope, buyer.id);
    const noticed = {
      ...provider,
      async removeInvoiceItem(id: string) {
        const isGone = await provider.removeInvoiceItem(id);
        await holdRemoved(buyer.scope);
        return isGone;
      },
    };
    await takeBackCharges(buyer.scope, noticed, buyer.sold, "PAUSED");
    expect((await buyer.charges()).find(([cause]) => cause === "ITEM")).toEqual(["ITEM", 70, "WAITING"]);
  });

  it("are all billed when it is canceled within the hour after a renewal", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await renewed(world);
    await buyer.story.tell(buyer.id, "cancel", { at: "now" });
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "PAID"],
      [...PLAN, "PAID"],
      [...PLAN, "PAID"],
    ]);
  });

  it("are invoiced on the customer when it was ended at the provider within that hour", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.stripe.subscriptions.cancel(buyer.remote);
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "PAID"]);
  });

  it("are not owed when they are of a change that its cardholder did not confirm", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await leaveUnconfirmed(buyer);
    const left = await buyer.charges();
    expect(left.filter(([, , at]) => at === "HELD" || at === "WAITING")).toEqual([]);
    expect(await buyer.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 3000n });
  });

  it("of a version without charges count as paid, after a change that its cardholder did not confirm", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.storeAsBefore(world);
    const card = await leaveUnconfirmed(buyer);
    await buyer.stripe.subscriptions.update(buyer.remote, { default_payment_method: card });
    await buyer.story.tell(buyer.id, "change-plan", { plan_price_id: buyer.story.price("large") });
    expect((await buyer.story.subscription(buyer.id)).current_period_start).toBe("2030-01-10T10:00:00.000Z");
    expect(await buyer.balances()).toMatchObject({ RECEIVABLE: 0n, CASH: 9000n });
  });

  it("of a version without charges are held where they are of such a change: which are owed is not known", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await leaveUnconfirmed(buyer, async () => void (await buyer.storeAsBefore(world)));
    expect((await buyer.charges()).map(([cause, , at]) => [cause, at]).sort()).toEqual([
      ["LEGACY", "HELD"],
      ["LEGACY", "HELD"],
      ["LEGACY", "PAID"],
    ]);
  });

  it("keep it where it is while they are on a renewal's draft, and what is on none goes along", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await renewed(world);
    const move = () =>
      buyer.story.post(`/v1/billing/subscriptions/${buyer.id}/move-provider`, { provider: "PROVIDER_B" });
    const refused = await move();
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      ...[409, "K6003"],
      { status: "renewing" },
    ]);
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "SENT"]);
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.owe();
    await sendWaiting(buyer.scope, buyer.id);
    const moved = await move();
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    await buyer.story.to("2030-03-10T12:00:00Z");
    const [overage, item] = ["COUNTER", "ITEM"].map(async (which) =>
      (await buyer.charges()).find(([cause]) => cause === which),
    );
    expect([await overage, await item]).toEqual([
      [...OVERAGE, "PAID"],
      ["ITEM", 70, "OPEN"],
    ]);
  });

  it("are billed when a worker died between marking and sending them, and it is canceled then", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.story.tell(buyer.id, "pause");
    await buyer.story.to("2030-02-10T10:30:00Z");
    expect(await buyer.mark()).toBe(1);
    await buyer.story.tell(buyer.id, "cancel", { at: "now" });
    await buyer.sync();
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "PAID"]);
  });

  it("are an item each, where several come from one invoice", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.owe(1);
    await buyer.owe(2);
    await sendWaiting(buyer.scope, buyer.id);
    const { data } = await buyer.stripe.invoiceItems.list({ pending: true, limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([70, 70]);
  });

  it("go along when a worker died between marking and sending them, and it moves then", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    await buyer.owe();
    expect(await buyer.mark()).toBe(1);
    const moved = await buyer.story.post(`/v1/billing/subscriptions/${buyer.id}/move-provider`, {
      provider: "PROVIDER_B",
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect((await buyer.charges()).find(([cause]) => cause === "ITEM")).toEqual(["ITEM", 70, "WAITING"]);
  });

  it("are not made once more by a worker that is slow, while another takes them back", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await renewed(world);
    const { scope, sold, stripe } = buyer;
    const provider = await cardProviderOf(scope);
    await buyer.owe();
    await sendCharges(
      scope,
      {
        ...provider,
        async ensureInvoiceItem(input) {
          await takeBackCharges(scope, provider, sold, "PAUSED");
          await stripe.invoices.finalizeInvoice((await buyer.draft())?.id ?? "");
          return provider.ensureInvoiceItem(input);
        },
      },
      sold,
    );
    const { data } = await stripe.invoiceItems.list({ pending: true, limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([]);
    expect((await buyer.charges()).find(([cause]) => cause === "ITEM")).toEqual(["ITEM", 70, "WAITING"]);
  });

  it("are sent before what is due is invoiced, where sending them failed at first", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world, "YEAR");
    const { tenantId } = buyer.scope;
    const record = await buyer.scope.db.usageRecord.findFirstOrThrow({
      where: { tenantId, subscriptionId: buyer.id },
    });
    const inTime = { ...buyer.scope, clock: { now: () => new Date("2030-02-10T10:30:00Z") } };
    await closePeriod(inTime, record);
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "WAITING"]);
    await invoiceOverage(inTime, buyer.id);
    await buyer.sync();
    expect((await buyer.charges()).find(([cause]) => cause === "COUNTER")).toEqual([...OVERAGE, "PAID"]);
  });

  it("are invoiced by themselves when they came too late for the renewal's invoice", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const { data } = await buyer.stripe.testHelpers.testClocks.list({ limit: 1 });
    const clock = data[0]?.id ?? "";
    // The provider's clock is ahead, and its renewal's invoice is issued, while ours says that the month still runs.
    await buyer.stripe.testHelpers.testClocks.advance(clock, {
      frozen_time: Date.parse("2030-02-10T12:30:00Z") / 1000,
    });
    await expect
      .poll(async () => (await buyer.stripe.testHelpers.testClocks.retrieve(clock)).status, {
        timeout: 10_000,
      })
      .toBe("ready");
    await buyer.story.to("2030-02-10T12:30:00Z");
    expect((await buyer.charges())[0]).toEqual([...OVERAGE, "PAID"]);
    expect((await buyer.story.invoices(buyer.id)).map(({ total }) => total)).toEqual([3000, 3000, 250]);
    await buyer.story.to("2030-03-10T13:00:00Z");
    expect((await buyer.story.invoices(buyer.id)).map(({ total }) => total)).toEqual([3000, 3000, 250, 3000]);
  });

  it("are held when a person voids an invoice that was open before a pause", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await renewed(world);
    const id = (await buyer.draft())?.id ?? "";
    await buyer.stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    await buyer.sync();
    await buyer.story.tell(buyer.id, "pause");
    await buyer.stripe.invoices.voidInvoice(id);
    await buyer.sync();
    expect(await buyer.charges()).toEqual([
      [...OVERAGE, "HELD"],
      [...PLAN, "PAID"],
      [...PLAN, "HELD"],
    ]);
  });

  it("keep their line where the provider has it no more, however often the invoice is read", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await renewed(world);
    await buyer.story.to("2030-02-10T12:00:00Z");
    await buyer.sync();
    const { db, tenantId } = buyer.scope;
    const invoice = await db.invoice.findFirstOrThrow({
      where: { tenantId, subscriptionId: buyer.id },
      orderBy: { createdAt: "desc" },
      include: { lines: { orderBy: { position: "asc" } } },
    });
    const last = invoice.lines.at(-1);
    await buyer.owe();
    const { id: chargeId } = await db.charge.findFirstOrThrow({ where: { tenantId, cause: "ITEM" } });
    // In the place of the last line an older version copied one that the provider has no more.
    await db.invoiceLine.delete({ where: { tenantId_id: { tenantId, id: last?.id ?? "" } } });
    const gone = { tenantId, invoiceId: invoice.id, id: newId("invoiceLine"), position: last?.position ?? 0 };
    await db.invoiceLine.create({ data: { ...gone, description: "Something", amount: 70n } });
    await db.chargePlacement.create({
      data: {
        tenantId,
        id: newId("chargePlacement"),
        chargeId,
        kind: "INVOICE",
        invoiceId: invoice.id,
        lineId: gone.id,
        actorType: "SYSTEM",
        actorId: "worker",
        createdAt: buyer.scope.clock.now(),
      },
    });
    for (let time = 0; time < 3; time++) await syncInvoice(buyer.scope, invoice.providerInvoiceId ?? "");
    const lines = await db.invoiceLine.findMany({ where: { tenantId, invoiceId: invoice.id } });
    expect(lines.map(({ position }) => position).sort()).toEqual([0, 1, 2]);
  });
});
