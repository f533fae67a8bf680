import type Stripe from "stripe";
import type { Debit, HiddenSubscription } from "../due.ts";
import { change } from "../events.ts";
import type { Store } from "../store.ts";
import { takenOff } from "./discounts.ts";

/** Whether a subscription can change. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** When the running period ends: that of the item whose period ends first. */
export function currentPeriodEnd({ items }: Stripe.Subscription): number {
  return Math.min(...items.data.map((item) => item.current_period_end));
}

/**
 * With `cancel_at_period_end` a subscription ends when its period does, also where that moves: unlike the moments of `cancel_at`, it is
 * affected by "further changes to `items.data.current_period_end`"
 * (https://docs.stripe.com/changelog/basil/2025-07-30/cancel-at-enums), and is of the item whose period ends first.
 */
export function endingWithPeriod(subscription: Stripe.Subscription): Stripe.Subscription {
  if (!subscription.cancel_at_period_end || isOver(subscription)) return subscription;
  return { ...subscription, cancel_at: currentPeriodEnd(subscription) };
}

/** Replaces a subscription and reports what changed. */
export function saveSubscription(
  store: Store,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
  hidden: Partial<HiddenSubscription> = {},
): Promise<Stripe.Subscription> {
  const type = "customer.subscription.updated";
  return change<Stripe.Subscription>(store, type, before, endingWithPeriod(after), hidden);
}

/** The subscription with other items. */
export function withItems(
  subscription: Stripe.Subscription,
  data: Stripe.SubscriptionItem[],
): Stripe.Subscription {
  return { ...subscription, items: { ...subscription.items, data } };
}

/** What the items were charged for the running period. */
export async function debitsOf(store: Store, subscription: Stripe.Subscription): Promise<Debit[]> {
  const { debits = [] } = await store.hidden<HiddenSubscription>(subscription.id);
  return debits;
}

/** What an invoice charges items for, less discounts. */
export function debitsIn(invoice: Stripe.Invoice): Debit[] {
  return invoice.lines.data.flatMap((line): Debit[] => {
    const item = line.parent?.subscription_item_details?.subscription_item;
    if (item === undefined || line.amount <= 0) return [];
    const amount = line.amount - takenOff(line);
    return [{ item, amount, ...line.period, invoice: invoice.id, line: line.id }];
  });
}
