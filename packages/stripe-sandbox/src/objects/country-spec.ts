import type Stripe from "stripe";
import { currencies } from "../currencies.ts";

/** What Stripe takes of accounts in the United States: of payments, every currency that it knows. */
export function makeCountrySpec(): Stripe.CountrySpec {
  const fields = { additional: [], minimum: ["business_profile.url", "business_type", "external_account"] };
  return {
    id: "US",
    object: "country_spec",
    default_currency: "usd",
    supported_bank_account_currencies: { usd: ["US"] },
    supported_payment_currencies: currencies(),
    supported_payment_methods: ["ach", "card", "stripe"],
    supported_transfer_countries: ["US"],
    verification_fields: { company: fields, individual: fields },
  };
}
