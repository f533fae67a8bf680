import type Stripe from "stripe";
import { settingsOf } from "../account-settings.ts";
import type { HiddenInvoice, HiddenSubscription, PendingChange } from "../due.ts";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { cancelNow } from "./cancel.ts";
import { intentOf, subscriptionOf } from "./invoices.ts";
import { endingWithPeriod, isOver, saveSubscription } from "./subscriptions.ts";

/** What a paid invoice does to its subscription: it begins, goes on, or takes the change that waited for the payment. */
export async function afterPayment(store: Store, invoice: Stripe.Invoice): Promise<void> {
  const found = await subscriptionOf(store, invoice);
  if (!found || isOver(found)) return;
  const subscription = await applyPending(store, found, invoice);
  const isWaiting = ["incomplete", "past_due", "unpaid", "paused"].includes(subscription.status);
  const owed = isWaiting ? await unpaid(store, subscription) : [];
  const isSettled = isWaiting && owed.length === 0;
  const isTrial = subscription.trial_end !== null && subscription.trial_end > store.now;
  const status = isSettled ? (isTrial ? "trialing" : "active") : subscription.status;
  const default_payment_method = await methodToSave(store, subscription, invoice);
  await saveSubscription(store, subscription, { ...subscription, status, default_payment_method });
  if (subscription.status === "paused" && status === "active") {
    const resumed: Stripe.Subscription = { ...subscription, status, default_payment_method };
    await emit(store, "customer.subscription.resumed", resumed);
  }
}

/** Open invoices of the subscription. */
async function unpaid(store: Store, { id }: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const where = { status: "open", parent: { subscription_details: { subscription: id } } };
  return store.all<Stripe.Invoice>("invoice", { where });
}

async function applyPending(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription> {
  const { applies_update: isPending } = await store.hidden<HiddenInvoice>(invoice.id);
  const { pending } = await store.hidden<HiddenSubscription>(subscription.id);
  if (!isPending || !pending || !subscription.pending_update) return subscription;
  const { items, billing_cycle_anchor, trial_end, trial_start } = pending.subscription;
  const changed = { items, billing_cycle_anchor, trial_end, trial_start, pending_update: null };
  const applied = store.put<Stripe.Subscription>(endingWithPeriod({ ...subscription, ...changed }), {
    pending: null,
    debits: pending.debits,
  });
  await emit(store, "customer.subscription.pending_update_applied", applied, subscription);
  await emit(store, "customer.subscription.updated", applied, subscription);
  return applied;
}

/** The card that paid becomes the subscription's, where it asked for that. */
async function methodToSave(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription["default_payment_method"]> {
  if (subscription.payment_settings?.save_default_payment_method !== "on_subscription")
    return subscription.default_payment_method;
  const intent = await intentOf(store, invoice);
  return intent?.payment_method ?? subscription.default_payment_method;
}

/** What an unpaid invoice does to its running subscription: past due; when no further attempt follows, the account decides. */
export async function afterFailure(store: Store, invoice: Stripe.Invoice): Promise<void> {
  const subscription = await subscriptionOf(store, invoice);
  if (!subscription || isOver(subscription) || subscription.status === "incomplete") return;
  if (invoice.auto_advance && invoice.next_payment_attempt === null) {
    await giveUp(store, subscription);
  } else if (subscription.status === "active" || subscription.status === "trialing") {
    await saveSubscription(store, subscription, { ...subscription, status: "past_due" });
  }
}

/** No further attempt follows: https://docs.stripe.com/billing/subscriptions/overview#settings. */
async function giveUp(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const { after_last_retry: status } = await settingsOf(store);
  if (status === "cancel") await cancelNow(store, subscription, "payment_failed");
  else await saveSubscription(store, subscription, { ...subscription, status });
}

/** Remembers a change that its invoice has yet to pay for. */
export async function holdBack(
  store: Store,
  before: Stripe.Subscription,
  held: PendingChange,
  expiresAt: number,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription> {
  const moved = held.subscription;
  store.put<Stripe.Invoice>(invoice, { applies_update: true } satisfies Partial<HiddenInvoice>);
  const waiting: Stripe.Subscription = {
    ...before,
    latest_invoice: invoice.id,
    pending_update: {
      billing_cycle_anchor:
        moved.billing_cycle_anchor === before.billing_cycle_anchor ? null : moved.billing_cycle_anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: expiresAt,
      metadata: null,
      subscription_items: moved.items.data,
      trial_end: moved.trial_end === before.trial_end ? null : moved.trial_end,
      trial_from_plan: null,
    },
  };
  return saveSubscription(store, before, waiting, { pending: held });
}
