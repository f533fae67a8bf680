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

/**
 * Stripe's subscription as the port shows it. The period stands on the items (since API version basil), and collection that
 * is paused leaves Stripe's own status as it is.
 */
export function viewSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const items = subscription.items.data;
  const [first] = items;
  if (!first) throw new ApiError("K7006", { cause: new Error(`Stripe's subscription ${subscription.id} has no items.`) });
  const status = STATUSES[subscription.status];
  if (!status) throw new ApiError("K7006", { cause: new Error(`Stripe's subscription ${subscription.id} is ${subscription.status}.`) });
  const isLive = subscription.status !== "canceled" && subscription.status !== "incomplete_expired";
  const isPaused = isLive && subscription.pause_collection !== null;
  const { metadata } = subscription;
  return {
    id: subscription.id,
    customerId: typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id,
    status: isPaused ? "PAUSED" : status,
    items: items.map((item) => ({ priceId: item.price.id, quantity: item.quantity ?? 1 })),
    currentPeriodStart: moment(first.current_period_start),
    currentPeriodEnd: moment(first.current_period_end),
    periodAnchor: moment(subscription.billing_cycle_anchor),
    trialStart: momentOrNull(subscription.trial_start),
    trialEnd: momentOrNull(subscription.trial_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    canceledAt: momentOrNull(subscription.canceled_at),
    endedAt: momentOrNull(subscription.ended_at),
    createdAt: moment(subscription.created),
    tenantId: metadata.usher_tenant ?? null,
    subscriptionId: metadata.usher_subscription ?? null,
    checkoutId: metadata.usher_checkout ?? null,
  };
}

/** Stripe counts in seconds since 1970, UTC. */
function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}

function momentOrNull(seconds: number | null): Date | null {
  return seconds === null ? null : moment(seconds);
}
