import type Stripe from "stripe";
import { newId } from "../ids.ts";

const DAY = 86_400;
/** How long there is to respond, to the end of the day: as Stripe answered at 2026-08-26.dahlia. */
const DAYS_TO_RESPOND = 8;
/** What Stripe takes for a dispute of an account in the United States, minor units: https://stripe.com/pricing. */
const FEE = 1500;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** The card networks' own codes: https://docs.stripe.com/disputes/reason-codes-defense-requirements. */
const NETWORK_CODES: Record<DisputeReason, string> = { fraudulent: "10.4", product_not_received: "13.1" };

/** Of a question before a dispute, of which only the group is known. */
const INQUIRY_CODE = "10";

export type DisputeReason = "fraudulent" | "product_not_received";

interface DisputeFacts {
  charge: Stripe.Charge;
  /** The brand of the card that was charged. */
  brand: string;
  amount: number;
  reason: DisputeReason;
  /** Whether the bank only asks, and takes no money as yet. */
  isInquiry: boolean;
}

/** What a card's holder says against a charge, by their bank. Funds are withdrawn by a transaction of their own. */
export function makeDispute(now: number, facts: DisputeFacts): Stripe.Dispute {
  const { charge, brand, isInquiry, reason } = facts;
  const code = isInquiry ? INQUIRY_CODE : NETWORK_CODES[reason];
  const lastDay = Math.floor(now / DAY) + DAYS_TO_RESPOND;
  return {
    id: newId("du"),
    object: "dispute",
    amount: facts.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: (lastDay + 1) * DAY - 1,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: typeof charge.payment_intent === "string" ? charge.payment_intent : null,
    payment_method_details: {
      card: {
        brand,
        case_type: isInquiry ? "inquiry" : "chargeback",
        network: brand,
        network_reason_code: code,
      },
      type: "card",
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  };
}

/** Money that a dispute takes from the account with the fee for it, or gives back to it. */
export function makeDisputeTransaction(
  now: number,
  { id, amount, currency }: Stripe.Dispute,
  kind: "withdrawn" | "reinstated",
): Stripe.BalanceTransaction {
  const sign = kind === "withdrawn" ? -1 : 1;
  const description = kind === "withdrawn" ? "Chargeback withdrawal" : "Chargeback reversal";
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount: sign * amount,
    available_on: now,
    balance_type: "payments",
    created: now,
    currency,
    description,
    exchange_rate: null,
    fee: -sign * FEE,
    fee_details: [
      { amount: -sign * FEE, application: null, currency, description: "Dispute fee", type: "stripe_fee" },
    ],
    net: sign * (amount + FEE),
    reporting_category: kind === "withdrawn" ? "dispute" : "dispute_reversal",
    source: id,
    status: "available",
    type: "adjustment",
  };
}

/** A bank's word that a charge may be a fraud: https://docs.stripe.com/disputes/monitoring-programs. */
export function makeFraudWarning(now: number, charge: Stripe.Charge): Stripe.Radar.EarlyFraudWarning {
  return {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: now,
    fraud_type: "misc",
    livemode: false,
    ...(typeof charge.payment_intent === "string" && { payment_intent: charge.payment_intent }),
  };
}
