import type Stripe from "stripe";
import { ApiError } from "../../errors/api-error.ts";
import type { ProviderStatus, ProviderSubscription } from "../port.ts";

const STATUSES: Record<Stripe.Subscription.Status, ProviderStatus> = {
  active: "ACTIVE",
  trialing: "TRIALING",
  past_due: "PAST_DUE",
  canceled: "CANCELED",
  unpaid: "UNPAID",
  paused: "PAUSED",
  incomplete: "INCOMPLETE",
  incomplete_expired: "INCOMPLETE",
};

/** Stripe allows 20 items a subscription. */
const MAX_ITEMS = 100;

/** All items: the subscription object embeds only the first page. */
export async function itemsOf(
  stripe: Stripe,
  { id, items }: Stripe.Subscription,
): Promise<Stripe.SubscriptionItem[]> {
  if (!items.has_more) return items.data;
  return stripe.subscriptionItems
    .list({ subscription: id, limit: MAX_ITEMS })
    .autoPagingToArray({ limit: MAX_ITEMS });
}

/**
 * Stripe's subscription in the port's form. The items carry the period (since API version basil). Stripe keeps its own status
 * while collection is paused; the port shows PAUSED.
 */
export async function viewSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription> {
  const items = await itemsOf(stripe, subscription);
  const [first] = items;
  if (!first) throw unreadable(`Stripe's subscription ${subscription.id} has no items.`);
  const { metadata } = subscription;
  return {
    id: subscription.id,
    customerId: typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id,
    status: statusOf(subscription),
    // A change that waited for its payment leaves items that it would delete with the quantity 0, until they are removed.
    items: items
      .filter(({ quantity }) => quantity !== 0)
      .map((item) => ({ priceId: item.price.id, quantity: item.quantity ?? 1 })),
    currentPeriodStart: moment(first.current_period_start),
    currentPeriodEnd: moment(first.current_period_end),
    periodAnchor: moment(subscription.billing_cycle_anchor),
    trialStart: momentOrNull(subscription.trial_start),
    trialEnd: momentOrNull(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    endedAt: momentOrNull(subscription.ended_at),
    createdAt: moment(subscription.created),
    isScheduled: subscription.schedule !== null,
    scheduleId:
      typeof subscription.schedule === "string" ? subscription.schedule : (subscription.schedule?.id ?? null),
    // With cancel_at_period_end Stripe sets it to the end of the period.
    cancelAt: subscription.cancel_at_period_end ? null : momentOrNull(subscription.cancel_at),
    tenantId: metadata.usher_tenant ?? null,
    subscriptionId: metadata.usher_subscription ?? null,
    checkoutId: metadata.usher_checkout ?? null,
  };
}

function statusOf({ id, status, pause_collection: pause }: Stripe.Subscription): ProviderStatus {
  const known = STATUSES[status];
  if (!known) throw unreadable(`Stripe's subscription ${id} is ${status}.`);
  const canBePaused = known !== "CANCELED" && known !== "INCOMPLETE";
  return pause !== null && canBePaused ? "PAUSED" : known;
}

function unreadable(message: string): ApiError {
  return new ApiError("card_provider_answer_unknown", { cause: new Error(message) });
}

/** Stripe counts in seconds since 1970, UTC. */
export function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}

function momentOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : moment(seconds);
}
