import type Stripe from "stripe";

type Period = Pick<Stripe.SubscriptionItem, "current_period_start" | "current_period_end">;

/**
 * The moment up to which the old prices count, seconds since 1970. Stripe refuses one outside of the period that it has now:
 * our clock may be behind Stripe's when a period has just begun, or ahead of it, and a change that a crash left behind may be
 * finished in the period after. Such a moment is moved to the nearest within. null where none is wanted.
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
