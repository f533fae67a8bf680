import type Stripe from "stripe";
import type { CardFacts } from "../cards/read-card.ts";
import { derived, newId } from "../ids.ts";

/** What of a payment method is kept out of sight. */
export interface HiddenCard {
  number: string;
  /** Whether its holder allowed charges without them. */
  is_set_up: boolean;
  /** Whether it was taken from its customer: it can never be used again. */
  is_detached: boolean;
  /** Whether its holder has just confirmed the charge that comes next. */
  is_confirmed_once: boolean;
}

interface Facts {
  account: string;
  card: CardFacts;
  billingDetails?: Stripe.PaymentMethod.BillingDetails | undefined;
  allowRedisplay?: Stripe.PaymentMethod.AllowRedisplay | undefined;
  metadata?: Stripe.Metadata | undefined;
}

export const NO_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The same for the same card number in the same account. */
export function fingerprintOf(account: string, number: string): string {
  return derived(16, account, number);
}

/** A card as a payment method, attached to no customer. */
export function makePaymentMethod(now: number, { account, card, ...facts }: Facts): Stripe.PaymentMethod {
  const { brand, number, funding } = card.card;
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: facts.allowRedisplay ?? "unspecified",
    billing_details: facts.billingDetails ?? NO_DETAILS,
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc === null ? null : "unchecked",
      },
      country: "US",
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(account, number),
      funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: facts.metadata ?? {},
    type: "card",
  };
}

interface BankFacts extends Omit<Facts, "card"> {
  bank: {
    account_holder_type: "company" | "individual";
    account_number: string;
    routing_number: string;
  };
}

/** An account at a bank in the United States, attached to no customer. */
export function makeBankAccount(now: number, { account, bank, ...facts }: BankFacts): Stripe.PaymentMethod {
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: facts.billingDetails ?? NO_DETAILS,
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: facts.metadata ?? {},
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: bank.account_holder_type,
      account_type: "checking",
      bank_name: "STRIPE TEST BANK",
      financial_connections_account: null,
      fingerprint: fingerprintOf(account, bank.account_number),
      last4: bank.account_number.slice(-4),
      networks: { preferred: "ach", supported: ["ach"] },
      routing_number: bank.routing_number,
      status_details: null,
    },
  };
}
