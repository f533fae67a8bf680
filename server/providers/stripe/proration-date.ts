import type Stripe from "stripe";

type Period = Pick<Stripe.SubscriptionItem, "current_period_start" | "current_period_end">;

/**
 * The moment until which the old prices apply, in seconds since 1970. Stripe refuses a moment outside the current period, which
 * can happen when our clock differs from Stripe's, or when a change is finished in the next period after a crash. Such a moment
 * is moved to the nearest one in the period. null without a proration date.
 * https://docs.stripe.com/api/subscriptions/update#update_subscription-proration_date
 */
export function prorationDate(
  items: Period[],
  wanted: Date | null,
): { seconds: number; isMoved: boolean } | null {
  if (wanted === null) return null;
  const asked = Math.floor(wanted.getTime() / 1000);
  const first = Math.max(...items.map(({ current_period_start }) => current_period_start));
  const last = Math.min(...items.map(({ current_period_end }) => current_period_end)) - 1;
  const seconds = Math.max(first, Math.min(asked, last));
  return { seconds, isMoved: seconds !== asked };
}
