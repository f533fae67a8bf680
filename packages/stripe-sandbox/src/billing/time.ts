import type Stripe from "stripe";
import { type HiddenInvoice, type HiddenSubscription, TRIAL_WARNING_SECONDS } from "../due.ts";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { periodEnd } from "./calendar.ts";
import { cancelNow, expireIncomplete } from "./cancel.ts";
import { closeInvoice } from "./close-invoice.ts";
import { collect } from "./collect.ts";
import { pendingItems } from "./compose-invoice.ts";
import { runningDiscounts } from "./discounts.ts";
import { dropPendingUpdate } from "./drop-pending-update.ts";
import { customerOf, DRAFT_SECONDS, draftInvoice, finalizeInvoice, subscriptionOf } from "./invoices.ts";
import { amountOf, fullLine } from "./lines.ts";
import { methodFor } from "./payments.ts";
import { enterPhase } from "./schedules.ts";
import { currentPeriodEnd, debitsIn, saveSubscription, withItems } from "./subscriptions.ts";

/** Does the next thing that time does to a subscription at the store's moment. */
export async function passSubscription(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const { status, pending_update, pause_collection, cancel_at, trial_end } = subscription;
  const { trial_warned: isWarned } = await store.hidden<HiddenSubscription>(subscription.id);
  const isPast = (moment: number | null | undefined) => typeof moment === "number" && moment <= store.now;
  if (status === "incomplete") await expireIncomplete(store, subscription);
  else if (isPast(pending_update?.expires_at)) await dropPendingUpdate(store, subscription);
  else if (isPast(pause_collection?.resumes_at))
    await saveSubscription(store, subscription, { ...subscription, pause_collection: null });
  else if (isPast(cancel_at))
    await cancelNow(
      store,
      subscription,
      subscription.cancellation_details?.reason ?? "cancellation_requested",
    );
  else if (status === "trialing" && !isWarned && isPast((trial_end ?? 0) - TRIAL_WARNING_SECONDS)) {
    store.put<Stripe.Subscription>(subscription, {
      trial_warned: true,
    } satisfies Partial<HiddenSubscription>);
    await emit(store, "customer.subscription.trial_will_end", subscription);
  } else if (status === "trialing" && isPast(trial_end)) await endTrial(store, subscription);
  else await renew(store, subscription, subscription, currentPeriodEnd(subscription));
}

async function endTrial(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const method = await methodFor(
    store,
    await customerOf(store, subscription),
    subscription.default_payment_method,
  );
  const isFree = subscription.items.data.every((item) => amountOf(item) === 0);
  const behaviour = subscription.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice";
  const isStuck = !method && !isFree && subscription.collection_method === "charge_automatically";
  if (isStuck && behaviour === "cancel") {
    await cancelNow(store, subscription, "cancellation_requested");
  } else if (isStuck && behaviour === "pause") {
    const paused = await saveSubscription(store, subscription, { ...subscription, status: "paused" });
    await emit(store, "customer.subscription.paused", paused);
  } else {
    const start = subscription.trial_end ?? store.now;
    await renew(
      store,
      subscription,
      { ...subscription, billing_cycle_anchor: start, status: "active" },
      start,
    );
  }
}

/** Moves to the next period and drafts its invoice, which stays open to invoice items for about an hour. */
async function renew(
  store: Store,
  before: Stripe.Subscription,
  renewed: Stripe.Subscription,
  start: number,
): Promise<void> {
  const subscription = await enterPhase(store, renewed, start);
  const items = subscription.items.data.map((item) => {
    const end = item.price.recurring
      ? periodEnd(subscription.billing_cycle_anchor, item.price.recurring, start)
      : start;
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const moved = withItems(subscription, items);
  const customer = await customerOf(store, moved);
  const [old] = before.items.data;
  const order = {
    customer,
    subscription: moved,
    currency: moved.currency,
    lines: await Promise.all(items.map((item) => fullLine(store, item))),
    reason: "subscription_cycle",
    pending: await pendingItems(store, customer.id, moved.id, moved.currency),
    discounts: await runningDiscounts(store, moved),
    period: { start: old?.current_period_start ?? start, end: start },
  } as const;
  const isHeld = moved.pause_collection?.behavior === "keep_as_draft" || moved.status === "unpaid";
  const draft = await draftInvoice(store, order, isHeld ? null : store.now + DRAFT_SECONDS);
  if (isHeld) store.put<Stripe.Invoice>({ ...draft, auto_advance: false });
  await saveSubscription(store, before, { ...moved, latest_invoice: draft.id }, { debits: debitsIn(draft) });
}

/** Does the next thing that time does to an invoice: a draft is finalized, an open one charged or overdue. */
export async function passInvoice(store: Store, invoice: Stripe.Invoice): Promise<void> {
  if (invoice.status === "draft") {
    const pause = (await subscriptionOf(store, invoice))?.pause_collection?.behavior;
    const open = await finalizeInvoice(store, invoice);
    if (pause === "void") await closeInvoice(store, open, "void");
    else if (pause === "mark_uncollectible") await closeInvoice(store, open, "uncollectible");
    else if (open.collection_method === "charge_automatically" || open.amount_due === 0)
      await collect(store, open);
    else await emit(store, "invoice.sent", open);
  } else if (invoice.collection_method === "send_invoice") {
    const overdue = store.put<Stripe.Invoice>(invoice, { overdue: true } satisfies Partial<HiddenInvoice>);
    await emit(store, "invoice.overdue", overdue);
    const subscription = await subscriptionOf(store, invoice);
    if (subscription?.status === "active")
      await saveSubscription(store, subscription, { ...subscription, status: "past_due" });
  } else await collect(store, invoice);
}
