import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { planOf } from "./price.ts";

interface ItemFacts {
  id?: string | undefined;
  subscription: string;
  price: Stripe.Price;
  quantity: number;
  start: number;
  end: number;
  metadata: Stripe.Metadata;
  discounts?: string[] | undefined;
}

/** An item; its period is the running one. */
export function makeItem(created: number, facts: ItemFacts): Stripe.SubscriptionItem {
  return {
    id: facts.id ?? newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created,
    current_period_end: facts.end,
    current_period_start: facts.start,
    current_trial: null,
    discounts: facts.discounts ?? [],
    metadata: facts.metadata,
    plan: planOf(facts.price),
    price: facts.price,
    quantity: facts.quantity,
    subscription: facts.subscription,
    tax_rates: [],
  };
}

interface Facts {
  id: string;
  customer: string;
  currency: string;
  items: Stripe.SubscriptionItem[];
  anchor: number;
  clock: string | null;
  metadata: Stripe.Metadata;
}

/** Fields that a new subscription leaves empty. */
const UNSET = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_thresholds: null,
  cancel_at: null,
  canceled_at: null,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  ended_at: null,
  latest_invoice: null,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  transfer_data: null,
  trial_end: null,
  trial_start: null,
} satisfies Partial<Stripe.Subscription>;

/** A subscription that is yet to be paid, without a trial. */
export function makeSubscription(now: number, facts: Facts): Stripe.Subscription {
  return {
    id: facts.id,
    object: "subscription",
    ...UNSET,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: facts.anchor,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: now },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: facts.currency,
    customer: facts.customer,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: facts.items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${facts.id}`,
    },
    livemode: false,
    metadata: facts.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    start_date: now,
    status: "incomplete",
    test_clock: facts.clock,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
  };
}
