// The personal data of each table: one list that export, erasure and their tests use. Add a new table to its area in inventory/, or
// to NOT_PERSONAL with the reason.

import { CUSTOMERS } from "./inventory/customers.ts";
import { HISTORY } from "./inventory/history.ts";
import { INVOICES } from "./inventory/invoices.ts";
import { PEOPLE } from "./inventory/people.ts";
import type { PersonalData } from "./inventory/personal-data.ts";
import { PARTS_OF_SUBSCRIPTIONS, SUBSCRIPTIONS } from "./inventory/subscriptions.ts";
import { USAGE } from "./inventory/usage.ts";

/** Every table with personal data; a table comes after the tables that refer to it. */
export const PERSONAL_DATA: PersonalData[] = [
  ...PEOPLE,
  ...USAGE,
  ...PARTS_OF_SUBSCRIPTIONS,
  ...INVOICES,
  ...SUBSCRIPTIONS,
  ...HISTORY,
  ...CUSTOMERS,
];

/** Tables without personal data, or which erasure handles separately. */
export const NOT_PERSONAL: Record<string, string> = {
  tenant_logos: "the tenant's own pictures",
  tenants: "a company's space and its settings",
  exchange_rates: "the tenant's own figures",
  tenant_grants: "which tenant may look at which",
  application_directory: "finds the tenant of an application",
  applications: "callers of the API",
  application_credentials: "callers of the API",
  signing_keys: "keys of the installation",
  throttle_buckets: "counts by hashes, for hours; where an account signed in, by hashes, for 90 days",
  waitlist_counts: "numbers",
  invitation_codes: "contain no personal data; redemptions are in invitation_redemptions",
  products: "the catalog",
  plans: "the catalog",
  plan_prices: "the catalog",
  features: "the catalog",
  packs: "the catalog",
  usage_terms: "limits and prices of the catalog and of overrides, without a person",
  pack_entitlements: "the catalog",
  pack_entitlement_prices: "the catalog",
  pack_migrations: "the catalog",
  pack_migration_items: "says which subscription was moved, not whose it is",
  provider_accounts: "the tenant's own account",
  import_claims: "hashes, for a day",
  provider_price_aliases: "the catalog",
  reconciliation_runs: "counts of the last comparison with the card provider",
  drift_mends: "ids, states and moments of subscriptions, and which application or member decided",
  webhook_endpoints: "the tenant's own addresses",
  webhook_secrets: "the tenant's own secrets",
  object_sequences: "numbers by id",
  audit_chains: "hashes of hashes, salted",
  test_clocks: "moments",
  idempotency_keys: "sealed copies of answers, for a day: erased by erase-stored-responses.ts",
  erasures: "ids; who the person was is sealed and goes when the erasure is done",
};
