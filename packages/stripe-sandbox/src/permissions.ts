import { modeNamed } from "./account-mode.ts";
import type { Key } from "./keys.ts";
import type { Route } from "./routes/route.ts";
import { permissionRefused } from "./wire/failure.ts";

// What a restricted key needs (https://docs.stripe.com/keys/restricted-api-keys): "GET read, POST write, DELETE write", and "Write
// permissions imply read permissions". It is checked before the object is looked for: those who probed keys with ids that do not
// exist were answered by the permission, not by the missing object.

/**
 * The permission of each collection's calls, as refusals name them (rak_customer_read, rak_plan_write for prices,
 * rak_accounts_kyc_basic_read for GET /v1/account). The names of balance transactions, meters, tax settings, country specs, the
 * portal and test clocks: no source.
 */
const RESOURCES: Record<string, string> = {
  account: "accounts_kyc_basic",
  accounts: "accounts_kyc_basic",
  billing_portal: "customer_portal",
  charges: "charge",
  checkout: "checkout_session",
  country_specs: "country_spec",
  coupons: "coupon",
  credit_notes: "credit_note",
  customers: "customer",
  disputes: "dispute",
  events: "event",
  invoice_payments: "invoice",
  invoiceitems: "invoice",
  invoices: "invoice",
  payment_intents: "payment_intent",
  payment_methods: "payment_method",
  prices: "plan",
  products: "product",
  promotion_codes: "promotion_code",
  refunds: "refund",
  setup_intents: "setup_intent",
  subscription_items: "subscription",
  subscription_schedules: "subscription",
  subscriptions: "subscription",
  tax: "tax_settings",
  tax_ids: "tax_id",
  tax_rates: "tax_rate",
  webhook_endpoints: "webhook",
};

/** Refuses what a restricted key may not do. */
export function requirePermission({ permissions, account, shown }: Key, { method, path }: Route): void {
  if (permissions === null || !path.startsWith("/v1/")) return;
  // Tax ids have a permission of their own (https://docs.stripe.com/stripe-apps/reference/permissions), whatever path leads to them.
  const collection = path.includes("/tax_ids") ? "tax_ids" : (path.split("/")[2] ?? "");
  const resource = `rak_${RESOURCES[collection] ?? collection}`;
  const [reading, writing] = [`${resource}_read`, `${resource}_write`];
  const needed = method === "GET" ? reading : writing;
  if (permissions.includes(needed) || permissions.includes(writing)) return;
  throw permissionRefused(shown, modeNamed(account).account, needed);
}
