import type Stripe from "stripe";
import { periodEnd } from "./calendar.ts";
import { emit } from "./events.ts";
import { draftInvoice, finalizeInvoice, payInvoice, RETRY_DAYS } from "./invoicing.ts";
import type { LineFacts } from "./objects/invoice.ts";
import type { Store } from "./store.ts";

const DRAFT_SECONDS = 3600;
const INCOMPLETE_SECONDS = 23 * 3600;

/** The full price of an item for its current period. */
export function fullLine(item: Stripe.SubscriptionItem): LineFacts {
  const amount = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
  const description = `${item.quantity ?? 1} × ${item.price.nickname ?? item.price.id}`;
  return {
    amount,
    description,
    start: item.current_period_start,
    end: item.current_period_end,
    quantity: item.quantity ?? 1,
    item,
    isProration: false,
  };
}

export async function customerOf(store: Store, subscription: Stripe.Subscription): Promise<Stripe.Customer> {
  const id = typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id;
  return store.get<Stripe.Customer>("customer", id, "customer");
}

/** Saves and tells. */
export async function saveSubscription(
  store: Store,
  subscription: Stripe.Subscription,
  event = "customer.subscription.updated",
): Promise<Stripe.Subscription> {
  await store.put<Stripe.Subscription>(subscription);
  await emit(store, event, subscription);
  return subscription;
}

/** Brings one subscription up to now: the end of a trial or period, drafts, retries, expiry. Answers whether anything happened. */
export async function bringUpToDate(store: Store, id: string): Promise<boolean> {
  const subscription = await store.find<Stripe.Subscription>("subscription", id);
  if (!subscription) return false;
  if (subscription.status === "incomplete") return expire(store, subscription);
  if (await finalizeDraft(store, subscription)) return true;
  if (await retry(store, subscription)) return true;
  const isAlive =
    subscription.status === "active" ||
    subscription.status === "trialing" ||
    subscription.status === "past_due";
  const end = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
  if (!isAlive || end > store.now) return false;
  if (subscription.cancel_at_period_end) await cancel(store, subscription);
  else if (subscription.status === "trialing") await endTrial(store, subscription);
  else await renew(store, subscription, end);
  return true;
}

/** Ends a subscription now, without a further invoice. */
export async function cancel(store: Store, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  const ended = {
    ...subscription,
    status: "canceled",
    canceled_at: subscription.canceled_at ?? store.now,
    ended_at: store.now,
  } as const;
  return saveSubscription(store, ended, "customer.subscription.deleted");
}

async function expire(store: Store, subscription: Stripe.Subscription): Promise<boolean> {
  if (subscription.created + INCOMPLETE_SECONDS > store.now) return false;
  await saveSubscription(store, { ...subscription, status: "incomplete_expired", ended_at: store.now });
  return true;
}

async function endTrial(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const customer = await customerOf(store, subscription);
  const hasMethod =
    subscription.default_payment_method !== null || customer.invoice_settings.default_payment_method !== null;
  const isFree = subscription.items.data.every((item) => (item.price.unit_amount ?? 0) === 0);
  const behaviour = subscription.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice";
  if (!hasMethod && !isFree && behaviour === "cancel") await cancel(store, subscription);
  else if (!hasMethod && !isFree && behaviour === "pause") {
    await saveSubscription(store, { ...subscription, status: "paused" }, "customer.subscription.paused");
  } else {
    const anchor = subscription.trial_end ?? store.now;
    await renew(store, { ...subscription, billing_cycle_anchor: anchor, status: "active" }, anchor);
  }
}

/** Moves to the next period and drafts its invoice, which is finalized an hour later, as Stripe does it. */
async function renew(store: Store, subscription: Stripe.Subscription, start: number): Promise<void> {
  const items = subscription.items.data.map((item) => {
    const recurring = item.price.recurring;
    const end = recurring ? periodEnd(subscription.billing_cycle_anchor, recurring, start) : start;
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const moved: Stripe.Subscription = { ...subscription, items: { ...subscription.items, data: items } };
  const customer = await customerOf(store, subscription);
  const draft = await draftInvoice(store, {
    customer,
    subscription: moved,
    lines: items.map(fullLine),
    reason: "subscription_cycle",
  });
  const invoice = await store.put<Stripe.Invoice>({
    ...draft,
    automatically_finalizes_at: draft.created + DRAFT_SECONDS,
  });
  await saveSubscription(store, { ...moved, latest_invoice: invoice.id });
}

async function latestInvoice(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice | null> {
  const { latest_invoice: latest } = subscription;
  return typeof latest === "string" ? store.find<Stripe.Invoice>("invoice", latest) : latest;
}

async function finalizeDraft(store: Store, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = await latestInvoice(store, subscription);
  const due = invoice?.automatically_finalizes_at ?? null;
  if (invoice?.status !== "draft" || due === null || due > store.now) return false;
  const open = await finalizeInvoice(store, invoice, await customerOf(store, subscription));
  await collect(store, subscription, open);
  return true;
}

async function retry(store: Store, subscription: Stripe.Subscription): Promise<boolean> {
  if (subscription.status !== "past_due") return false;
  const invoice = await latestInvoice(store, subscription);
  const next = invoice?.next_payment_attempt ?? null;
  if (invoice?.status !== "open" || next === null || next > store.now) return false;
  await collect(store, subscription, invoice);
  return true;
}

/** Charges an open invoice of a running subscription: paid → active, failed → past due, failed for the last time → canceled. */
export async function collect(
  store: Store,
  subscription: Stripe.Subscription,
  open: Stripe.Invoice,
): Promise<Stripe.Invoice> {
  const { invoice, outcome } = await payInvoice(
    store,
    open,
    await customerOf(store, subscription),
    subscription,
  );
  if (outcome.state === "succeeded") {
    if (subscription.status !== "active")
      await saveSubscription(store, { ...subscription, status: "active" });
  } else if (invoice.attempt_count > RETRY_DAYS.length) await cancel(store, subscription);
  else if (subscription.status !== "past_due")
    await saveSubscription(store, { ...subscription, status: "past_due" });
  return invoice;
}
