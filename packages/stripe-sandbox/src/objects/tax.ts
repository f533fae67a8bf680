import type Stripe from "stripe";
import { newId } from "../ids.ts";

type RateFacts = Pick<
  Stripe.TaxRate,
  | "active"
  | "country"
  | "description"
  | "display_name"
  | "inclusive"
  | "jurisdiction"
  | "metadata"
  | "percentage"
  | "state"
  | "tax_type"
>;

/** A percentage that is added to amounts, or contained in them. */
export function makeTaxRate(now: number, facts: RateFacts): Stripe.TaxRate {
  return {
    id: newId("txr"),
    object: "tax_rate",
    ...facts,
    created: now,
    effective_percentage: facts.percentage,
    flat_amount: null,
    jurisdiction_level: null,
    livemode: false,
    rate_type: "percentage",
  };
}

interface IdFacts {
  /** null: the account's own. */
  customer: string | null;
  type: Stripe.TaxId.Type;
  value: string;
  country: string;
  /** Whether an authority can be asked about it. */
  isVerifiable: boolean;
}

/** A number by which an authority knows a customer, or the account itself. */
export function makeTaxId(now: number, { customer, isVerifiable, ...facts }: IdFacts): Stripe.TaxId {
  return {
    id: newId("txi"),
    object: "tax_id",
    ...facts,
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    owner:
      customer === null
        ? { customer_account: null, type: "self" }
        : { customer, customer_account: null, type: "customer" },
    verification: {
      status: isVerifiable ? "pending" : "unavailable",
      verified_address: null,
      verified_name: null,
    },
  };
}
