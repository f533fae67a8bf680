import Stripe from "stripe";
import { newId } from "../store.ts";

export interface LineFacts {
  amount: number;
  description: string;
  start: number;
  end: number;
  quantity: number;
  item: Stripe.SubscriptionItem;
  isProration: boolean;
}

export function makeLine(invoice: string, currency: string, facts: LineFacts): Stripe.InvoiceLineItem {
  const { item } = facts;
  const product = typeof item.price.product === "string" ? item.price.product : item.price.product.id;
  return {
    id: newId("il"),
    object: "line_item",
    amount: facts.amount,
    currency,
    description: facts.description,
    discount_amounts: [],
    discountable: !facts.isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: facts.isProration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { start: facts.start, end: facts.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product },
      type: "price_details",
      unit_amount_decimal: Stripe.Decimal.from(String(item.price.unit_amount ?? 0)),
    },
    quantity: facts.quantity,
    quantity_decimal: Stripe.Decimal.from(String(facts.quantity)),
    subscription: item.subscription,
    subtotal: facts.amount,
    taxes: [],
  };
}

interface Facts {
  id: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  lines: Stripe.InvoiceLineItem[];
  reason: Stripe.Invoice.BillingReason;
  periodStart: number;
  periodEnd: number;
}

/** A draft; what the customer's balance covers is told when it is finalized. */
export function makeInvoice(now: number, facts: Facts): Stripe.Invoice {
  const total = facts.lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(0, total);
  return {
    id: facts.id,
    object: "invoice",
    account_country: "US",
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: facts.reason,
    collection_method: "charge_automatically",
    confirmation_secret: null,
    created: now,
    currency: facts.subscription.currency,
    custom_fields: null,
    customer: facts.customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: facts.customer.email,
    customer_name: facts.customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: facts.lines, has_more: false, url: `/v1/invoices/${facts.id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: facts.subscription.metadata, subscription: facts.subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: facts.periodEnd,
    period_start: facts.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: facts.customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
