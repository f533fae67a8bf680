import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { newId } from "../store.ts";
import type { TestCard } from "./card-behaviour.ts";

/** Numbers stay the same for the same card in the same account, as Stripe's fingerprints do. */
function fingerprint(account: string, number: string): string {
  return createHash("sha256")
    .update(`${account}:${number}`)
    .digest("base64")
    .replaceAll(/[^a-zA-Z0-9]/g, "")
    .slice(0, 16);
}

/** A card as a payment method, attached to nobody. */
export function makePaymentMethod(
  account: string,
  now: number,
  card: TestCard,
  facts: { expMonth: number; expYear: number; metadata?: Stripe.Metadata },
): Stripe.PaymentMethod {
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: facts.expMonth,
      exp_year: facts.expYear,
      fingerprint: fingerprint(account, card.number),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
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
