import type Stripe from "stripe";
import type { AccountSettings } from "../account-settings.ts";

const NOTHING_DUE = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

const EMPTY_PROFILE = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
} satisfies Stripe.Account["business_profile"];

/**
 * The account that a key belongs to: a standard one in the United States that has been verified, or of which its owner has still to
 * tell the business.
 */
export function makeAccount(
  id: string,
  { charges_enabled }: Pick<AccountSettings, "charges_enabled">,
): Stripe.Account {
  return {
    id,
    object: "account",
    business_profile: EMPTY_PROFILE,
    business_type: null,
    capabilities: { card_payments: "active", transfers: "active" },
    charges_enabled,
    controller: { type: "account" },
    country: "US",
    created: 1_700_000_000,
    default_currency: "usd",
    details_submitted: charges_enabled,
    email: null,
    external_accounts: {
      data: [],
      has_more: false,
      object: "list",
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: NOTHING_DUE,
    metadata: {},
    payouts_enabled: charges_enabled,
    requirements: charges_enabled
      ? NOTHING_DUE
      : {
          ...NOTHING_DUE,
          currently_due: ["business_profile.url"],
          disabled_reason: "requirements.past_due",
          past_due: ["business_profile.url"],
        },
    settings: {
      bacs_debit_payments: { display_name: null, service_user_number: null },
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_issuing: { tos_acceptance: { date: null, ip: null } },
      card_payments: {
        decline_on: { avs_failure: true, cvc_failure: true },
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: null, timezone: "Etc/UTC" },
      invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: "daily" },
        statement_descriptor: null,
      },
      sepa_debit_payments: {},
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: "standard",
  };
}
