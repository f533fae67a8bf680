import type { PriceItem } from "./catalog.ts";

/** The provider's hosted checkout page. See CardProvider for errors and units. */
export interface CheckoutPort {
  /** A hosted page on which the customer enters a card and starts the subscription. */
  createCheckoutSession(input: NewCheckout): Promise<{ id: string; url: string }>;
  /**
   * Expires an open hosted page. Returns the subscription when the page was completed before; null when it was not and can no longer
   * be. Idempotent.
   */
  expireCheckoutSession(id: string): Promise<{ completedSubscriptionId: string | null }>;
}

/** A line of a hosted page. With `adjustable` the customer chooses the quantity there; quantity 0 makes it an optional item. */
export interface CheckoutItem extends PriceItem {
  adjustable: { least: number; most: number } | null;
}

export interface NewCheckout {
  idempotencyKey: string;
  tenantId: string;
  subscriptionId: string;
  checkoutId: string;
  customerId: string;
  items: CheckoutItem[];
  trialDays: number;
  /** Whether the page asks for a card where nothing is due now. */
  needsCard: boolean;
  /** What the provider does at the end of a trial for which no card was given. */
  trialEndsWithoutCard: "cancel" | "pause" | "create_invoice";
  /** A text beside the page's button; null for none. */
  note: string | null;
  successUrl: string;
  cancelUrl: string;
  /** Whether the provider computes taxes: its page then asks for the address. */
  hasAutomaticTax?: boolean;
}
