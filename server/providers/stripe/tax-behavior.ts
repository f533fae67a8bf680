import type Stripe from "stripe";
import type { TaxBehavior } from "../port.ts";

const AT_STRIPE = { INCLUSIVE: "inclusive", EXCLUSIVE: "exclusive" } as const;

/**
 * Whether an amount contains its taxes, as a parameter. "You must specify a tax_behavior on a price, or a default tax behavior in the
 * tax settings" (https://docs.stripe.com/tax/products-prices-tax-categories-tax-behavior). Left out, it is the default.
 */
export function taxBehaviorOf(behavior: TaxBehavior | null | undefined) {
  return behavior ? { tax_behavior: AT_STRIPE[behavior] } : {};
}

/** null of a price that does not say. */
export function viewTaxBehavior(said: Stripe.Price["tax_behavior"]): TaxBehavior | null {
  if (said === AT_STRIPE.INCLUSIVE) return "INCLUSIVE";
  return said === AT_STRIPE.EXCLUSIVE ? "EXCLUSIVE" : null;
}
