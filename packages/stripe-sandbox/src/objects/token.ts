import type Stripe from "stripe";
import type { CardFacts } from "../cards/read-card.ts";
import { newId } from "../ids.ts";
import { fingerprintOf } from "./payment-method.ts";

/** A card that was sent once, to be used once. */
export function makeToken(
  now: number,
  account: string,
  { card, expMonth, expYear, cvc }: CardFacts,
): Stripe.Token {
  const { brand, funding, number } = card;
  return {
    id: newId("tok"),
    object: "token",
    card: {
      id: newId("card"),
      object: "card",
      address_city: null,
      address_country: null,
      address_line1: null,
      address_line1_check: null,
      address_line2: null,
      address_state: null,
      address_zip: null,
      address_zip_check: null,
      brand,
      country: "US",
      cvc_check: cvc === null ? null : "unchecked",
      dynamic_last4: null,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(account, number),
      funding,
      last4: number.slice(-4),
      metadata: {},
      name: null,
      networks: { preferred: null },
      regulated_status: "unregulated",
      tokenization_method: null,
    },
    client_ip: null,
    created: now,
    livemode: false,
    type: "card",
    used: false,
  };
}
