import type Stripe from "stripe";
import type { ProviderChange } from "../port.ts";

/**
 * billing_cycle_anchor "now" begins a period and invoices it at once; proration_behavior "none" gives nothing back for the old one:
 * https://docs.stripe.com/billing/subscriptions/billing-cycle#changing.
 */
export function prorationOf({ isAnew }: Pick<ProviderChange, "isAnew">) {
  return isAnew
    ? ({ proration_behavior: "none", billing_cycle_anchor: { type: "now" } } as const)
    : ({ proration_behavior: "always_invoice" } as const);
}

/** The discounts that run already, by their ids, with a promotion code's: those that are not named end (SubscriptionUpdateParams.discounts). */
export function discountsWith(
  { discounts }: Pick<Stripe.Subscription, "discounts">,
  { promotionCodeId }: Pick<ProviderChange, "promotionCodeId">,
) {
  if (!promotionCodeId) return {};
  const running = discounts.map((one) => ({ discount: typeof one === "string" ? one : one.id }));
  return { discounts: [...running, { promotion_code: promotionCodeId }] };
}
