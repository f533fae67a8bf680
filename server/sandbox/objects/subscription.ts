import type Stripe from "stripe";
import { newId } from "../store.ts";
import { planOf } from "./catalog.ts";

interface ItemFacts {
  id?: string;
  subscription: string;
  price: Stripe.Price;
  quantity: number;
  start: number;
  end: number;
}

export function makeItem(now: number, facts: ItemFacts): Stripe.SubscriptionItem {
  return {
    id: facts.id ?? newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: facts.end,
    current_period_start: facts.start,
    current_trial: null,
    discounts: [],
    metadata: {},
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
  status: Stripe.Subscription.Status;
  anchor: number;
  defaultPaymentMethod: string | null;
  trial: { start: number; end: number } | null;
  missingPaymentMethod: Stripe.Subscription.TrialSettings.EndBehavior.MissingPaymentMethod;
  metadata: Stripe.Metadata;
}

export function makeSubscription(now: number, facts: Facts): Stripe.Subscription {
  return {
    id: facts.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: facts.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
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
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: facts.status,
    test_clock: null,
    transfer_data: null,
    trial_end: facts.trial?.end ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: facts.missingPaymentMethod },
    },
    trial_start: facts.trial?.start ?? null,
  };
}
