import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  id: string;
  mode: "setup" | "subscription";
  takesCodes: boolean | null;
  /** What the page says beside its button. */
  note: string | null;
  allowed: "card"[] | null;
  customer: string | null;
  customerEmail: string | null;
  currency: string | null;
  lines: Stripe.LineItem[];
  successUrl: string;
  cancelUrl: string | null;
  clientReference: string | null;
  expiresAt: number;
  setupIntent: string | null;
  cardCollection: "always" | "if_required";
  metadata: Stripe.Metadata;
  baseUrl: string;
}

/** What the page sells; amounts in minor units. */
export function makeLineItem(price: Stripe.Price, quantity: number, name: string): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  };
}

/** An open page for one subscription, or for one card to be set up. */
export function makeCheckoutSession(now: number, { id, lines, ...facts }: Facts): Stripe.Checkout.Session {
  const isSubscription = facts.mode === "subscription";
  const amount = isSubscription ? lines.reduce((sum, line) => sum + line.amount_total, 0) : null;
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: isSubscription ? { enabled: false } : null,
    after_expiration: null,
    allow_promotion_codes: facts.takesCodes,
    allowed_payment_method_types: facts.allowed,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: facts.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: facts.note === null ? null : { message: facts.note },
      terms_of_service_acceptance: null,
    },
    customer: facts.customer,
    customer_account: null,
    customer_creation: isSubscription && facts.customer === null ? "always" : null,
    customer_details: null,
    customer_email: facts.customerEmail,
    discounts: [],
    expires_at: facts.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: {
      object: "list",
      data: lines,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: facts.metadata,
    mode: facts.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isSubscription ? facts.cardCollection : "always",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: isSubscription ? "unpaid" : "no_payment_required",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: facts.setupIntent,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: facts.successUrl,
    total_details: isSubscription ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted_page",
    url: `${facts.baseUrl}/c/pay/${id}`,
    wallet_options: null,
  };
}
