// A change of plan by card that waits for its cardholder's confirmation, when its subscription ends at the card provider: what nobody
// confirmed in time is charged no more.
import Stripe from "stripe";
import { expect } from "vitest";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { confirmAsHolder } from "../../../../providers/stripe/contract.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { itWith } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";
import { carryOutErasure } from "../../../privacy/carry-out-erasure.ts";
import { reconcile } from "../../card-provider/drift/drift.ts";
import { syncFromProvider } from "../../provider-events/process-event.ts";
import { changePlan } from "../change/change-plan.ts";
import { dropEndedChanges } from "../due-work.ts";
import { endDuplicate } from "../duplicate-subscriptions.ts";
import { cancelSubscription } from "./end-subscription.ts";

const it = itWith({ hasOwnDatabase: true });

/** A subscription by card with a change of plan that waits for the cardholder; callbacks are lost. */
async function aWaitingChange(world: World) {
  const tenant = await aTenant(world);
  const { scope, admin } = tenant;
  const { db, tenantId } = scope;
  const catalog = await aCatalog(scope, {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
  });
  const price = (plan: string) => catalog.plans[plan]?.prices[0] ?? "";
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const customer = unique("customer");
  const started = await admin.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: price("basic"),
    cardprovider_test_card_token: "tok_visa",
  });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  const { id, provider_customer_id: payer, provider_subscription_id: remote } = started.body;
  const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer: payer });
  await stripe.subscriptions.update(remote, { default_payment_method: card.id });
  const path = `/v1/billing/subscriptions/${id}`;
  const refused = await admin.post(`${path}/change-plan`, { plan_price_id: price("pro") });
  expect([refused.status, refused.body.code]).toEqual([402, "K7002"]);
  const secret: string = refused.body.details.client_secret;
  const [waiting] = (await stripe.invoices.list({ subscription: remote })).data;
  const invoice = waiting?.id ?? "";
  const { amount_received: before } = await stripe.paymentIntents.retrieve(secret.split("_secret_")[0] ?? "");
  expect([waiting?.status, before]).toEqual(["open", 0]);
  return {
    scope,
    admin,
    stripe,
    customer,
    id,
    remote,
    path,
    invoice,
    price,
    /** Asks for the change, as another call does meanwhile. */
    change: () => admin.post(`${path}/change-plan`, { plan_price_id: price("pro") }),
    confirm: () => confirmAsHolder({ stripe }, secret, card.id),
    read: async () => (await admin.get(path)).body,
    /** The status of the change's invoice: at the provider, and of our copy. */
    async statuses() {
      const { status } = await stripe.invoices.retrieve(invoice);
      const copy = await db.invoice.findFirst({ where: { tenantId, providerInvoiceId: invoice } });
      return [status, copy?.status];
    },
    async charged() {
      const { data } = await stripe.charges.list({ customer: payer });
      return data.filter(({ paid }) => paid).map(({ amount, amount_refunded }) => amount - amount_refunded);
    },
    async erased() {
      const { status, body } = await admin.post("/v1/privacy/erasures", { customer, cancel: true });
      expect(status, JSON.stringify(body)).toBe(201);
      await carryOutErasure(scope, body.id);
      return (await admin.get(`/v1/privacy/erasures/${body.id}`)).body;
    },
    /** The scope of a process whose calls to the provider meet something in between. */
    where: (replace: (real: CardProvider) => Partial<CardProvider>): Scope => ({
      ...scope,
      openCardProvider: (account) => {
        const real = scope.openCardProvider(account);
        return { ...real, ...replace(real) };
      },
    }),
    wrong: () => foundIn(world.services.pool, tenantId),
  };
}

it("can be paid no more once the subscription has moved to our invoices", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  const moved = await change.admin.post(`${change.path}/move-provider`, { provider: "PROVIDER_B" });
  expect([moved.status, moved.body.provider], JSON.stringify(moved.body)).toEqual([200, "PROVIDER_B"]);
  await expect(change.confirm()).rejects.toThrow();
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.charged()).toEqual([1000]);
  expect(moved.body.plan_price_id).toBe(change.price("basic"));
  expect(await change.wrong()).toEqual([]);
});

it("moves with the subscription when the cardholder confirmed before the move", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  await change.confirm();
  const moved = await change.admin.post(`${change.path}/move-provider`, { provider: "PROVIDER_B" });
  expect([moved.status, moved.body.plan_price_id]).toEqual([200, change.price("pro")]);
  expect(await change.statuses()).toEqual(["paid", "PAID"]);
  expect(await change.wrong()).toEqual([]);
});

it("can be paid no more once the subscription was canceled at once", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  const canceled = await change.admin.post(`${change.path}/cancel`, { at: "now" });
  expect([canceled.status, canceled.body.status]).toEqual([200, "CANCELED"]);
  await expect(change.confirm()).rejects.toThrow();
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.charged()).toEqual([1000]);
  expect(await change.wrong()).toEqual([]);
});

it("is made when the cardholder confirmed before the subscription was canceled at once", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.confirm();
  const canceled = await change.admin.post(`${change.path}/cancel`, { at: "now" });
  expect([canceled.status, canceled.body.status]).toEqual([200, "CANCELED"]);
  expect(canceled.body.plan_price_id).toBe(change.price("pro"));
  expect(await change.statuses()).toEqual(["paid", "PAID"]);
  expect(await change.wrong()).toEqual([]);
});

it("can still be confirmed while the subscription ends with its period", { tags: ["long"] }, async ({
  world,
}) => {
  const change = await aWaitingChange(world);
  const ending = await change.admin.post(`${change.path}/cancel`, { at: "period_end" });
  expect([ending.status, ending.body.canceled_at]).toEqual([200, expect.any(String)]);
  await change.confirm();
  const changed = await change.admin.post(`${change.path}/change-plan`, {
    plan_price_id: change.price("pro"),
  });
  expect([changed.status, changed.body.plan_price_id]).toEqual([200, change.price("pro")]);
  expect(await change.charged()).toEqual([2000, 1000]);
});

it("can be paid no more once its customer was erased", { tags: ["long"] }, async ({ world }) => {
  const change = await aWaitingChange(world);
  expect(await change.erased()).toMatchObject({ status: "DONE", last_error: null });
  await expect(change.confirm()).rejects.toThrow();
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.charged()).toEqual([1000]);
  expect(await change.wrong()).toEqual([]);
});

it("can be paid no more once the subscription was ended and refunded", async ({ world }) => {
  const change = await aWaitingChange(world);
  const { scope, id, remote } = change;
  const { customerId, productId } = await scope.db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
  });
  await endDuplicate(scope, { id: remote }, { customerId, productId, reason: "SUPERSEDED" });
  await expect(change.confirm()).rejects.toThrow();
  expect((await change.statuses())[0]).toBe("void");
  expect(await change.charged()).toEqual([0]);
});

it("can be paid no more once the subscription was ended in the card provider's dashboard, as its callback says", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.stripe.subscriptions.cancel(change.remote);
  await syncFromProvider(change.scope, change.remote);
  await expect(change.confirm()).rejects.toThrow();
  expect((await change.read()).status).toBe("CANCELED");
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.charged()).toEqual([1000]);
  expect(await change.wrong()).toEqual([]);
});

it("can be paid no more once the hourly comparison has found that the subscription has ended", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.stripe.subscriptions.cancel(change.remote);
  // What is younger than a few minutes may still be told by its callback.
  const later = { now: () => new Date(Date.now() + 300_000) };
  await reconcile({ ...change.scope, clock: later }, true);
  expect((await change.read()).status).toBe("CANCELED");
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.wrong()).toEqual([]);
});

it("is dropped by the next job where the provider could not be reached when the end was saved", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.stripe.subscriptions.cancel(change.remote);
  const unreached = change.where(() => ({
    dropEndedChange: () => Promise.reject(new ApiError("card_provider_unavailable")),
  }));
  await syncFromProvider(unreached, change.remote);
  expect([(await change.read()).status, (await change.statuses())[0]]).toEqual(["CANCELED", "open"]);
  await dropEndedChanges(world.services);
  await dropEndedChanges(world.services);
  expect(await change.statuses()).toEqual(["void", "VOID"]);
  expect(await change.wrong()).toEqual([]);
});

it("is given back where the cardholder confirmed it after the subscription had ended", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  await change.stripe.subscriptions.cancel(change.remote);
  await change.confirm();
  expect(await change.charged()).toEqual([2000, 1000]);
  await syncFromProvider(change.scope, change.remote);
  expect(await change.charged()).toEqual([0, 1000]);
  expect((await change.read()).plan_price_id).toBe(change.price("basic"));
});

it("is charged to nobody where it begins while its subscription is being canceled", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  const { stripe, id, remote } = change;
  let meanwhile: [number, string] | null = null;
  const overtaken = change.where((real) => ({
    // What waited was dropped before this; the change begins before the subscription is deleted.
    async cancelSubscription() {
      await real.dropUnpaidChange({ id: remote, items: [], prorationDate: null });
      const { status, body } = await change.change();
      meanwhile = [status, body.code];
      await stripe.subscriptions.cancel(remote);
      const ended = await real.readSubscription(remote);
      if (!ended) throw new Error("It is not there.");
      return ended;
    },
  }));
  const canceled = await cancelSubscription(overtaken, { id, at: "now" });
  expect([meanwhile, canceled.status]).toEqual([[402, "K7002"], "CANCELED"]);
  const invoices = (await stripe.invoices.list({ subscription: remote })).data;
  expect(invoices.map(({ status }) => status)).toEqual(["void", "void", "paid"]);
  expect(await change.charged()).toEqual([1000]);
  expect(await change.wrong()).toEqual([]);
});

it("is K6003, and charged to nobody, where its answer comes after the subscription was canceled", {
  tags: ["long"],
}, async ({ world }) => {
  const change = await aWaitingChange(world);
  const { stripe, id, remote } = change;
  await change.stripe.invoices.voidInvoice(change.invoice);
  const late = change.where((real) => ({
    async changeSubscription(input) {
      const answer = await real.changeSubscription(input).catch((error: unknown) => error);
      await stripe.subscriptions.cancel(remote);
      await syncFromProvider(change.scope, remote);
      throw answer;
    },
  }));
  const input = { id, plan_price_id: change.price("pro"), effective: "now" } as const;
  await expect(changePlan(late, input)).rejects.toMatchObject({ code: "K6003" });
  const invoices = (await stripe.invoices.list({ subscription: remote })).data;
  expect(invoices.map(({ status }) => status)).toEqual(["void", "void", "paid"]);
  expect(await change.charged()).toEqual([1000]);
});
