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
  locale: "auto" | "en" | null;
  hasAutomaticTax: boolean;
  /** null: the session does not say. */
  takesTaxId: boolean | null;
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

/** Fields that an open page leaves empty. */
const UNSET = {
  after_expiration: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_account: null,
  customer_details: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

/** An open page for one subscription, or for one card to be set up. */
export function makeCheckoutSession(now: number, { id, lines, ...facts }: Facts): Stripe.Checkout.Session {
  const isSubscription = facts.mode === "subscription";
  const amount = isSubscription ? lines.reduce((sum, line) => sum + line.amount_total, 0) : null;
  return {
    id,
    object: "checkout.session",
    ...UNSET,
    adaptive_pricing: isSubscription ? { enabled: false } : null,
    allow_promotion_codes: facts.takesCodes,
    allowed_payment_method_types: facts.allowed,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: facts.hasAutomaticTax
      ? { enabled: true, liability: { type: "self" }, provider: "stripe", status: "requires_location_inputs" }
      : { enabled: false, liability: null, provider: null, status: null },
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReference,
    created: now,
    currency: facts.currency,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: facts.note === null ? null : { message: facts.note },
      terms_of_service_acceptance: null,
    },
    customer: facts.customer,
    customer_creation: isSubscription && facts.customer === null ? "always" : null,
    customer_email: facts.customerEmail,
    discounts: [],
    expires_at: facts.expiresAt,
    line_items: {
      object: "list",
      data: lines,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode: false,
    locale: facts.locale,
    metadata: facts.metadata,
    mode: facts.mode,
    payment_method_collection: isSubscription ? facts.cardCollection : "always",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: isSubscription ? "unpaid" : "no_payment_required",
    phone_number_collection: { enabled: false },
    setup_intent: facts.setupIntent,
    shipping_options: [],
    status: "open",
    success_url: facts.successUrl,
    ...(facts.takesTaxId !== null && {
      tax_id_collection: { enabled: facts.takesTaxId, required: "never" as const },
    }),
    total_details: isSubscription ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted_page",
    url: `${facts.baseUrl}/c/pay/${id}`,
  };
}
