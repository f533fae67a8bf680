import Stripe from "stripe";
import { describe, expect } from "vitest";
import type { Scope } from "../../../platform/scope.ts";
import { aStory } from "../../../testing/a-story.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { findToSend, sendWaiting } from "../periods/send-waiting.ts";
import { syncSubscriptionNow } from "../subscriptions/sync/sync-now.ts";
import { writeCharges } from "./write-charges.ts";

// What is owed for a subscription on cards that has ended, over REST and the card provider's own API.

const NOW = "2030-01-10T10:00:00Z";

async function aLeaver(world: World) {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, NOW, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { calls }, prices: [{ amount: 3000 }] }],
  });
  const id = await story.start("PROVIDER_A", "pro");
  const { scope } = story.tenant;
  const { tenantId, db } = scope;
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const row = await db.subscription.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const { customerId, providerCustomerId: payer, providerSubscriptionId: remote } = row;
  if (payer === null || remote === null) throw new Error("It is at the card provider.");
  const owner = { customerId, provider: row.provider, subscriptionId: id, currency: "USD" };
  const period = { start: new Date(NOW), end: new Date("2030-01-11T10:00:00Z") };
  const fact = { description: "Something", isProration: false, period } as const;
  return {
    story,
    id,
    scope,
    stripe,
    remote,
    /** Use of 5 units past the limit: 2.50. */
    use: async () => expect((await story.use("calls", 105)).status).toBe(201),
    /** Something else that is owed, or given back. */
    owe: (...amounts: number[]) =>
      db.$transaction((tx) =>
        writeCharges(
          ...([tx, scope, owner] as const),
          amounts.map((amount) => ({
            key: `item:${id}:${amount}`,
            cause: "ITEM" as const,
            amount: BigInt(amount),
            ...fact,
          })),
        ),
      ),
    /** It was ended at the provider, and the callback of that came. */
    async endAtProvider() {
      await stripe.subscriptions.cancel(remote);
      await syncSubscriptionNow(scope, id);
    },
    async send() {
      await sendWaiting(scope, id);
    },
    /** The amounts of what is owed and where they are; without what the provider computed. */
    async charges() {
      const rows = await db.charge.findMany({
        where: { tenantId, customerId, cause: { not: "PROVIDER_LINE" } },
        include: { placements: { where: { endedAt: null }, include: { invoice: true } } },
        orderBy: { amount: "asc" },
      });
      return rows.map(({ amount, placements: [one] }) => [
        Number(amount),
        one?.kind === "INVOICE" ? (one.invoice?.status ?? "SENT") : (one?.kind ?? "WAITING"),
      ]);
    },
    /** The provider's invoices after the first: status and amounts of the lines, the oldest first. */
    async invoices() {
      const { data } = await stripe.invoices.list({ customer: payer, limit: 100 });
      return data
        .toReversed()
        .slice(1)
        .map(({ status, lines }) => [status, lines.data.map(({ amount }) => amount).sort((a, b) => a - b)]);
    },
    pending: async () =>
      (await stripe.invoiceItems.list({ customer: payer, pending: true })).data.map(({ amount }) => amount),
    balances: () => balancesOf(db, scope, customerId),
    async balanceThere() {
      const known = await stripe.customers.retrieve(payer);
      return known.deleted ? null : known.balance;
    },
    toSend: () => findToSend(scope, { customerId }),
    close: () => closeEndedPeriods(scope, { customerId }),
  };
}

describe("what is owed for a subscription on cards that has ended", () => {
  it("is one invoice of the customer's, with what was sent before and waits at the provider", {
    tags: ["long"],
  }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.use();
    await leaver.owe(70);
    await leaver.send();
    expect(await leaver.pending()).toEqual([70]);
    await leaver.story.tell(leaver.id, "cancel", { at: "now" });
    expect(await leaver.charges()).toEqual([
      [70, "PAID"],
      [250, "PAID"],
    ]);
    expect(await leaver.invoices()).toEqual([["paid", [70, 250]]]);
    expect([await leaver.pending(), await leaver.toSend()]).toEqual([[], []]);
  });

  it("is billed when it was ended at the provider, and the clock goes on", { tags: ["long"] }, async ({
    world,
  }) => {
    const leaver = await aLeaver(world);
    await leaver.use();
    await leaver.owe(70);
    await leaver.send();
    await leaver.stripe.subscriptions.cancel(leaver.remote);
    await leaver.story.to("2030-01-12T10:00:00Z");
    expect(await leaver.charges()).toEqual([
      [70, "PAID"],
      [250, "PAID"],
    ]);
    expect(await leaver.close()).toMatchObject({ failed: 0 });
    expect(await leaver.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CREDIT: 0n });
  });

  it("is less by what is given back, on the same invoice", { tags: ["long"] }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.endAtProvider();
    await leaver.owe(-2000, 5000);
    await leaver.send();
    await leaver.send();
    expect(await leaver.invoices()).toEqual([["paid", [-2000, 5000]]]);
    expect(await leaver.charges()).toEqual([
      [-2000, "PAID"],
      [5000, "PAID"],
    ]);
    expect([await leaver.balanceThere(), await leaver.balances()]).toMatchObject([
      0,
      { UNBILLED: 0n, CREDIT: 0n, CASH: 6000n },
    ]);
  });

  it("is invoiced once by eight workers at once, and what is owed later by an invoice of its own", {
    tags: ["long"],
  }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.endAtProvider();
    const amounts = [-2000, 5000, 11, 12, 13, 14, 15];
    await leaver.owe(...amounts);
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => leaver.send()));
    expect(sent.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    await leaver.send();
    await leaver.owe(600, -100);
    await leaver.send();
    expect(await leaver.invoices()).toEqual([
      ["paid", amounts.toSorted((a, b) => a - b)],
      ["paid", [-100, 600]],
    ]);
    expect(new Set((await leaver.charges()).map(([, at]) => at))).toEqual(new Set(["PAID"]));
  });

  it("is billed once when a worker dies before or after the provider's answer, whatever is owed meanwhile", {
    tags: ["long"],
  }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.endAtProvider();
    const provider = await cardProviderOf(leaver.scope);
    const dying = (isAfter: boolean): Scope => ({
      ...leaver.scope,
      openCardProvider: () => ({
        ...provider,
        async invoiceEnded(input) {
          if (isAfter) await provider.invoiceEnded(input);
          throw new Error("The process was killed.");
        },
      }),
    });
    await leaver.owe(-2000, 5000);
    for (const isAfter of [false, true]) {
      await expect(sendWaiting(dying(isAfter), leaver.id)).rejects.toThrow("killed");
      await leaver.owe(isAfter ? 900 : 800);
    }
    expect((await leaver.charges()).slice(0, 2)).toEqual([
      [-2000, "SENT"],
      [800, "WAITING"],
    ]);
    await leaver.send();
    await leaver.send();
    expect(await leaver.invoices()).toEqual([
      ["paid", [-2000, 5000]],
      ["paid", [800, 900]],
    ]);
  });

  it("is not the price of unserved periods, when the answer to a cancel of an unpaid one was lost", {
    tags: ["long"],
  }, async ({ world }) => {
    const leaver = await aLeaver(world);
    const { stripe, remote, scope, id } = leaver;
    const payWith = async (card: string) => {
      const { customer } = await stripe.subscriptions.retrieve(remote);
      const { id } = await stripe.paymentMethods.attach(card, { customer: String(customer) });
      await stripe.subscriptions.update(remote, { default_payment_method: id });
    };
    const drafts = async () =>
      (await stripe.invoices.list({ subscription: remote, status: "draft" })).data.length;
    await payWith("pm_card_chargeCustomerFail");
    await leaver.story.to("2030-04-15T10:00:00Z");
    expect(await leaver.story.subscription(id)).toMatchObject({ status: "UNPAID" });
    expect(await drafts()).toBeGreaterThan(0);
    await payWith("pm_card_visa");
    const provider = await cardProviderOf(scope);
    for (let time = 0; time < 2; time++)
      await provider.cancelSubscription({ id: remote, idempotencyKey: `${id}:cancel` });
    await leaver.story.tell(id, "cancel", { at: "now" });
    expect(await drafts()).toBe(0);
    expect(await leaver.balances()).toMatchObject({ CASH: 3000n, RECEIVABLE: 3000n });
  });

  it("stays where it is while more is given back than owed", async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.owe(-2000);
    await leaver.send();
    await leaver.endAtProvider();
    await leaver.owe(1500);
    await leaver.send();
    expect(await leaver.charges()).toEqual([
      [-2000, "WAITING"],
      [1500, "WAITING"],
    ]);
    expect([await leaver.invoices(), await leaver.pending()]).toEqual([[], []]);
  });
});
