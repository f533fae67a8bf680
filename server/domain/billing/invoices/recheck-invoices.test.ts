import Stripe from "stripe";
import { expect } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { itWith } from "../../../testing/it.ts";
import { aStage, type Stage } from "../../../testing/stage.ts";
import type { World } from "../../../testing/world.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { recheckInvoices } from "./recheck-invoices.ts";

const DAY = 86_400;

const clock = new ManualClock(new Date());

const it = itWith({ clock });

/** A world with its subscription, and the provider's SDK on its account. Callbacks are lost here. */
async function aSubscriber(world: World) {
  const stage = await aStage(world);
  const { id, body } = await aSubscription(stage);
  const { provider_subscription_id, provider_customer_id } = body;
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(stage.providerKey, { host, port: Number(port), protocol: "http" });
  const invoice = async (amount: number) => {
    const of = { customer: provider_customer_id, subscription: provider_subscription_id };
    await stripe.invoiceItems.create({ ...of, amount, currency: "usd" });
    const draft = await stripe.invoices.create({ ...of, auto_advance: false });
    return (await stripe.invoices.finalizeInvoice(draft.id ?? "")).id ?? "";
  };
  return {
    stage,
    stripe,
    id: id as string,
    provider_subscription_id: provider_subscription_id as string,
    invoice,
  };
}

/** What the hourly job does, once what is under way has settled. */
async function reconcile({ scope }: Stage) {
  clock.advance(180);
  return mendDrift(scope);
}

async function statuses({ scope: { tenantId, db } }: Stage, subscriptionId: string) {
  const rows = await db.invoice.findMany({ where: { tenantId, subscriptionId } });
  return Object.fromEntries(rows.map(({ total, status }) => [Number(total), status]));
}

it("finds an ended subscription's invoice that was paid or voided weeks later, with its callback lost", {
  tags: ["long"],
}, async ({ world }) => {
  const { stage, stripe, id, provider_subscription_id, invoice } = await aSubscriber(world);
  const [paid, voided, lost] = [await invoice(501), await invoice(502), await invoice(503)];
  await stripe.subscriptions.cancel(provider_subscription_id);
  await reconcile(stage);
  const key = { tenantId_id: { tenantId: stage.id, id } };
  expect((await stage.scope.db.subscription.findUniqueOrThrow({ where: key })).status).toBe("CANCELED");
  const before = { 501: "OPEN", 502: "OPEN", 503: "OPEN" };
  expect(await statuses(stage, id)).toMatchObject(before);
  clock.advance(30 * DAY);
  await stripe.invoices.pay(paid, { paid_out_of_band: true });
  await stripe.invoices.voidInvoice(voided);
  await stripe.invoices.markUncollectible(lost);
  await reconcile(stage);
  const after = { 501: "PAID", 502: "VOID", 503: "UNCOLLECTIBLE" };
  expect(await statuses(stage, id)).toMatchObject(after);
  // Also one that was given up can be paid.
  await stripe.invoices.pay(lost, { paid_out_of_band: true });
  clock.advance(DAY);
  await reconcile(stage);
  expect(await statuses(stage, id)).toMatchObject({ ...after, 503: "PAID" });
});

it("checks the least recently checked ones, a few at a time, until all are checked", {
  tags: ["long"],
}, async ({ world }) => {
  const { stage, stripe, id, provider_subscription_id, invoice } = await aSubscriber(world);
  const invoices = [await invoice(501), await invoice(502), await invoice(503)];
  await stripe.subscriptions.cancel(provider_subscription_id);
  await reconcile(stage);
  clock.advance(30 * DAY);
  for (const one of invoices) await stripe.invoices.voidInvoice(one);
  const changed: number[] = [];
  for (let round = 0; round < 3; round++) {
    changed.push((await recheckInvoices(stage.scope, clock.now(), 2)).changed);
    clock.advance(1);
  }
  expect(changed).toEqual([2, 1, 0]);
  expect(await statuses(stage, id)).toMatchObject({ 501: "VOID", 502: "VOID", 503: "VOID" });
});

it("reads one from before credit notes were read once, where less or more was due than its total", {
  tags: ["long"],
}, async ({ world }) => {
  const { stage, stripe, provider_subscription_id, invoice } = await aSubscriber(world);
  const paid = await invoice(501);
  await stripe.invoices.pay(paid);
  await stripe.subscriptions.cancel(provider_subscription_id);
  await reconcile(stage);
  clock.advance(30 * DAY);
  const { db, tenantId } = stage.scope;
  const which = { tenantId, providerInvoiceId: paid };
  await db.invoice.updateMany({ where: which, data: { creditNotes: null, amountDue: 500n } });
  const read = async () => {
    await recheckInvoices(stage.scope, clock.now());
    const { creditNotes, amountDue, checkedAt } = await db.invoice.findFirstOrThrow({ where: which });
    return { creditNotes, amountDue, checkedAt };
  };
  const first = await read();
  expect(first).toEqual({ creditNotes: 0n, amountDue: 501n, checkedAt: clock.now() });
  clock.advance(DAY);
  expect(await read()).toEqual(first);
});
