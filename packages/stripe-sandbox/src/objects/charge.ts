import type Stripe from "stripe";
import type { Decline } from "../cards/declines.ts";
import { newId } from "../ids.ts";

/** One attempt to take an intent's money from a card. */
export function makeCharge(
  now: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | null,
): Stripe.Charge {
  const isPaid = decline === null;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "SANDBOX",
    captured: isPaid,
    created: now,
    currency: intent.currency,
    customer: typeof intent.customer === "string" ? intent.customer : null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    // https://docs.stripe.com/metadata: a charge has a copy of its intent's.
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  const isBlocked = decline?.declineCode === "fraudulent";
  const network = isBlocked ? "not_sent_to_network" : decline ? "declined_by_network" : "approved_by_network";
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: network,
    reason: decline?.declineCode ?? null,
    risk_level: isBlocked ? "highest" : "normal",
    seller_message: decline
      ? "The bank did not return any further details with this decline."
      : "Payment complete.",
    type: isBlocked ? "blocked" : decline ? "issuer_declined" : "authorized",
  };
}
