import type Stripe from "stripe";
import { newId } from "../ids.ts";

interface Facts {
  customer: string;
  currency: string;
  /** Negative: a credit of the customer's; minor units. */
  amount: number;
  /** The customer's balance afterwards. */
  endingBalance: number;
  type:
    | "adjustment"
    | "applied_to_invoice"
    | "credit_note"
    | "initial"
    | "invoice_too_large"
    | "invoice_too_small"
    | "unapplied_from_invoice";
  invoice?: string | undefined;
  creditNote?: string | undefined;
  description?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
}

/** A change of what a customer owes, or has to their credit. */
export function makeBalanceTransaction(now: number, facts: Facts): Stripe.CustomerBalanceTransaction {
  return {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    amount: facts.amount,
    checkout_session: null,
    created: now,
    credit_note: facts.creditNote ?? null,
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    description: facts.description || null,
    ending_balance: facts.endingBalance,
    invoice: facts.invoice ?? null,
    livemode: false,
    metadata: facts.metadata ?? {},
    type: facts.type,
  };
}

export type BalanceChange = Omit<Facts, "customer" | "endingBalance">;
