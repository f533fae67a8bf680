import type Stripe from "stripe";
import { newId } from "../ids.ts";

/** Items of a phase as they are wanted, or as a subscription has them. */
export interface PhaseFacts {
  start: number;
  end: number;
  items: {
    price: string;
    quantity: number;
    metadata: Stripe.Metadata;
    discounts: Stripe.SubscriptionSchedule.Phase.Discount[];
  }[];
  /** null: not said. */
  automaticTax: boolean | null;
  paymentMethod: string | null;
  taxRates: Stripe.TaxRate[];
  description: string | null;
  proration: "always_invoice" | "create_prorations" | "none";
  discounts: Stripe.SubscriptionSchedule.Phase.Discount[];
  anchor: "automatic" | "phase_start" | null;
  metadata: Stripe.Metadata;
}

/** A schedule that takes a running subscription over, with its period as the only phase. */
export function makeSchedule(
  now: number,
  subscription: Stripe.Subscription,
  phase: PhaseFacts,
): Stripe.SubscriptionSchedule {
  return {
    id: newId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: {
      flexible: { proration_discounts: "included" },
      type: "flexible",
      updated_at: now,
    },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: phase.start, end_date: phase.end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [makePhase(subscription.currency, phase)],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: subscription.test_clock,
  };
}

/** A stretch of time with the items that count in it. */
export function makePhase(currency: string, facts: PhaseFacts): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    ...(facts.automaticTax !== null && {
      automatic_tax: {
        disabled_reason: null,
        enabled: facts.automaticTax,
        liability: facts.automaticTax ? { type: "self" as const } : null,
      },
    }),
    billing_cycle_anchor: facts.anchor,
    billing_thresholds: null,
    collection_method: null,
    currency,
    default_payment_method: facts.paymentMethod,
    default_tax_rates: facts.taxRates,
    description: facts.description,
    discounts: facts.discounts,
    end_date: facts.end,
    invoice_settings: null,
    items: facts.items.map(({ price, quantity, metadata, discounts }) => ({
      billing_thresholds: null,
      discounts,
      metadata,
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: facts.metadata,
    on_behalf_of: null,
    proration_behavior: facts.proration,
    start_date: facts.start,
    transfer_data: null,
    trial_end: null,
  };
}
