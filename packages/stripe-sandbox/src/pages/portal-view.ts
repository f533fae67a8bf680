import type Stripe from "stripe";

/** What the portal works with: all of one customer. */
export interface PortalView {
  session: Session;
  features: Stripe.BillingPortal.Configuration.Features;
  headline: string | null;
  customer: Stripe.Customer;
  subscriptions: Stripe.Subscription[];
  /** The products' names by price. */
  names: Map<string, string>;
  invoices: Stripe.Invoice[];
  card: Stripe.PaymentMethod | null;
}

export type Session = Stripe.BillingPortal.Session;
