import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  charge: Stripe.Charge;
  amount: number;
  reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  metadata: Stripe.Metadata;
  isPending: boolean;
}

/** Money that goes back to the card it was taken from. */
export function makeRefund(
  now: number,
  { charge, amount, reason, metadata, isPending }: Facts,
): Stripe.Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: typeof charge.customer === "string" ? charge.customer : null,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata,
    payment_intent: typeof charge.payment_intent === "string" ? charge.payment_intent : null,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: "processing" }),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? "pending" : "succeeded",
    transfer_reversal: null,
  };
}
