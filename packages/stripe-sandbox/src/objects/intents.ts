import type Stripe from "stripe";
import { letters, newId } from "../ids.ts";

interface SetupFacts {
  customer: string | null;
  paymentMethod: string | null;
  usage: string;
  /** The kinds of payment method that it takes; null = those of the account, of which the sandbox has cards alone. */
  allowed: "card"[] | null;
  automatic: Stripe.SetupIntent.AutomaticPaymentMethods | null;
  description: string | null;
  metadata: Stripe.Metadata;
}

/** A setup intent that waits for its confirmation. */
export function makeSetupIntent(now: number, facts: SetupFacts): Stripe.SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: facts.allowed,
    application: null,
    automatic_payment_methods: facts.automatic,
    cancellation_reason: null,
    client_secret: secretOf(id),
    created: now,
    customer: facts.customer,
    description: facts.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: facts.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: facts.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    usage: facts.usage,
  };
}

interface PaymentFacts {
  amount: number;
  currency: string;
  customer: string | null;
  paymentMethod: string | null;
  description: string | null;
}

/** A payment intent of an invoice that waits for its confirmation. */
export function makePaymentIntent(now: number, facts: PaymentFacts): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: facts.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: secretOf(id),
    confirmation_method: "automatic",
    created: now,
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    description: facts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: facts.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: facts.paymentMethod ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

/** Who holds it may finish the intent with a publishable key. */
function secretOf(id: string): string {
  return `${id}_secret_${letters(25)}`;
}
