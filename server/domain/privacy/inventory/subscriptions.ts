import { OF_CUSTOMER, OF_SUBSCRIPTION, PROVIDER_ID, REMOVE, SOLD } from "./fragments.ts";
import type { PersonalData } from "./personal-data.ts";

/** What refers to a subscription. */
export const PARTS_OF_SUBSCRIPTIONS: PersonalData[] = [
  { table: "subscription_drivers", of: OF_SUBSCRIPTION, key: "t.subscription_id || t.feature_id" },
  { table: "subscription_terms", of: OF_CUSTOMER, keeps: { currency: SOLD, drivers: SOLD } },
  { table: "trial_uses", of: OF_SUBSCRIPTION, key: "t.product_id || t.trait", forget: REMOVE },
  {
    table: "quotes",
    hasHistory: true,
    of: OF_SUBSCRIPTION,
    keeps: { currency: SOLD, lines: SOLD, drivers: SOLD },
  },
  {
    table: "surplus_subscriptions",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: { reason: "one of two words", provider_subscription_id: PROVIDER_ID, currency: SOLD },
  },
  {
    table: "checkout_sessions",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [
      { do: "update", set: { status: "'EXPIRED'" }, where: "t.status = 'OPEN'" },
      { do: "update", set: { url: "null", return_url: "null" } },
    ],
    keeps: { provider_session_id: PROVIDER_ID, drivers: SOLD },
  },
  {
    table: "provider_operations",
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { input: "'{}'", failure_details: "null" } }],
    keeps: { failure_code: "a K code", lease_holder: "a random name", request_key: "a hash of a random key" },
  },
  {
    table: "provider_events",
    of: `(t.payload->>'subscription' in (
        select s.provider_subscription_id from subscriptions s where s.tenant_id = p.tenant_id and s.customer_id = any(p.customers))
      or t.payload->>'invoice' in (
        select i.provider_invoice_id from invoices i where i.tenant_id = p.tenant_id and i.customer_id = any(p.customers)))`,
    forget: [{ do: "update", set: { last_error: "null" } }],
    keeps: { provider_event_id: PROVIDER_ID, payload: PROVIDER_ID, type: "the kind of event" },
  },
  {
    table: "provider_references",
    of: "t.kind = 'CUSTOMER' and t.object_id = any(p.customers)",
    key: "t.provider || t.environment || t.object_id || t.currency",
    forget: REMOVE,
  },
  { table: "tax_id_syncs", of: OF_CUSTOMER, key: "t.customer_id", forget: REMOVE },
];

/** Subscriptions, after all that refers to them. */
export const SUBSCRIPTIONS: PersonalData[] = [
  {
    table: "subscriptions",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { ending_reason: "null" } }],
    keeps: {
      card_expiry_told: PROVIDER_ID,
      ending_by: "one of four words",
      provider_subscription_id: PROVIDER_ID,
      provider_customer_id: PROVIDER_ID,
      pending_drivers: SOLD,
      charged: SOLD,
    },
  },
];
