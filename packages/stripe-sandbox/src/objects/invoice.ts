import type Stripe from "stripe";

interface Facts {
  id: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription | null;
  currency: string;
  lines: Stripe.InvoiceLineItem[];
  reason: Stripe.Invoice.BillingReason;
  period: { start: number; end: number };
  clock: string | null;
}

/** Fields that a draft leaves empty. */
const UNSET = {
  account_name: null,
  account_tax_ids: null,
  application: null,
  automatically_finalizes_at: null,
  confirmation_secret: null,
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  last_finalization_error: null,
  latest_revision: null,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;

/** A draft without totals; what the customer's balance covers is known when it is finalized. */
export function makeInvoice(now: number, facts: Facts): Stripe.Invoice {
  const { customer, subscription } = facts;
  return {
    id: facts.id,
    object: "invoice",
    ...UNSET,
    account_country: "US",
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: facts.reason,
    collection_method: subscription?.collection_method ?? "charge_automatically",
    created: now,
    currency: facts.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? "none",
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    issuer: { type: "self" },
    lines: { object: "list", data: facts.lines, has_more: false, url: `/v1/invoices/${facts.id}/lines` },
    livemode: false,
    metadata: {},
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: facts.period.end,
    period_start: facts.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: facts.clock,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  };
}
