// The personal data of each table: one list that export, erasure and their tests use. Add a new table to it, or to
// NOT_PERSONAL with the reason.

/** How a person's rows of a table are found, exported and erased. */
export interface PersonalData {
  table: string;
  /**
   * SQL: which rows `t` are the person's. `p` has their customers, users, emails, names (the tenant's own identifiers) and, where
   * `needsObjects`, objects: the ids of all rows that are theirs.
   */
  of: string;
  needsObjects?: true;
  /** Whether events name its rows as their object (`recordChange`): their history is the person's, too. */
  hasHistory?: true;
  /** SQL: what orders the rows and tells them apart; `t.id` by default. */
  key?: string;
  /** How to erase, in order: delete or update statements for the rows that match `of` and `where`. Left out: nothing is erased here. */
  forget?: (Removal | Change)[];
  /** Columns that may stay, and why. */
  keeps?: Record<string, string>;
  /** Columns that are secrets of the account, not data about the person: never exported. */
  hides?: string[];
}

interface Removal {
  do: "delete";
  where?: string;
}

interface Change {
  do: "update";
  /** SQL of what is set; also shows which columns are blanked. */
  set: Record<string, string>;
  where?: string;
}

const OF_CUSTOMER = "t.customer_id = any(p.customers)";
const OF_SUBSCRIPTION = `t.subscription_id in (
  select s.id from subscriptions s where s.tenant_id = p.tenant_id and s.customer_id = any(p.customers))`;
const OF_INVOICE = `t.invoice_id in (
  select i.id from invoices i where i.tenant_id = p.tenant_id and i.customer_id = any(p.customers))`;
const OF_SESSION = `t.session_id in (
  select s.id from sessions s where s.tenant_id = p.tenant_id and s.user_id = any(p.users))`;
const OF_USER = "t.user_id = any(p.users)";
const OF_EVENT = `t.event_id in (
  select e.id from events e where e.tenant_id = p.tenant_id and e.object_id = any(p.objects))`;

const REMOVE: Removal[] = [{ do: "delete" }];

const AUTHOR = "the id of the application or member who did it";
const PROVIDER_ID = "names an object at the card provider, where the person is erased, too";
const SOLD = "what was sold, at what price: accounts must stay complete";
const INVOICE_FACT = "the law requires invoices to be kept: numbers, dates, amounts, taxes and what was sold";
const ERASED_BUYER = "jsonb_set(t.letterhead, '{buyer}', to_jsonb('Erased customer ' || t.customer_id))";

/** Every table with personal data; a table comes after the tables that refer to it. */
export const PERSONAL_DATA: PersonalData[] = [
  { table: "customer_notes", hasHistory: true, of: OF_CUSTOMER, forget: REMOVE },
  { table: "memberships", of: OF_USER, key: "t.user_id || t.target_tenant_id", forget: REMOVE },
  { table: "user_identities", of: OF_USER, key: "t.issuer || t.subject", forget: REMOVE },
  { table: "user_tokens", of: OF_USER, forget: REMOVE, hides: ["hash"] },
  { table: "refresh_tokens", of: OF_SESSION, forget: REMOVE, hides: ["hash", "next_salt"] },
  { table: "sessions", of: OF_USER, forget: REMOVE },
  {
    table: "users",
    hasHistory: true,
    of: "t.id = any(p.users)",
    forget: REMOVE,
    hides: ["password_hash", "totp_sealed", "totp_last_step", "recovery_hashes"],
  },
  {
    table: "registrations",
    hasHistory: true,
    of: "(t.email = any(p.emails) or t.customer = any(p.names))",
    forget: REMOVE,
    hides: ["token_hash"],
  },
  {
    table: "invitation_redemptions",
    hasHistory: true,
    of: "(t.customer_id = any(p.customers) or t.subject = any(p.users || p.names || p.emails))",
    forget: [{ do: "update", set: { subject: "'erased:' || t.id" } }],
  },
  {
    table: "invitation_tokens",
    hasHistory: true,
    of: "t.email = any(p.emails)",
    forget: [
      { do: "delete", where: "t.used_at is null" },
      {
        do: "update",
        set: { email: "'erased-' || t.id || '@erased.invalid'", waitlist_entry_id: "null" },
      },
    ],
    keeps: { created_by: AUTHOR, token_hash: "of a random secret", token_sealed: "a random secret, spent" },
    hides: ["token_hash", "token_sealed"],
  },
  { table: "waitlist_entries", hasHistory: true, of: "t.email = any(p.emails)", forget: REMOVE },
  {
    table: "overrides",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "'erased'", value: "null" } }],
    keeps: { created_by: AUTHOR },
  },
  {
    table: "customer_grants",
    of: OF_CUSTOMER,
    // The pages and starts that claimed one are over.
    forget: [
      {
        do: "update",
        set: { subscription_id: "null" },
        where: "t.used_at is null and t.subscription_id is not null",
      },
    ],
    keeps: { source_id: "the id of the code that gave it" },
  },
  {
    table: "usage_records",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: { dimension: "'erased:' || t.id" },
        where: "t.dimension not in ('', 'erased:' || t.id)",
      },
    ],
  },
  {
    table: "usage_ledger",
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: { reason: "null", event_id: "null" },
        where: "(t.reason is not null or t.event_id is not null)",
      },
    ],
    keeps: { actor_id: AUTHOR },
  },
  {
    table: "usage_reservations",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: { ledger_id: "names a row of the ledger", part_of: "names another reservation" },
  },
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
      { do: "update", set: { url: "null" } },
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
    key: "t.provider || t.environment || t.object_id",
    forget: REMOVE,
  },
  {
    table: "refunds",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "null", reference: "null" } }],
    keeps: { provider_refund_id: PROVIDER_ID, currency: INVOICE_FACT, actor_id: AUTHOR },
  },
  {
    table: "correction_requests",
    of: `(${OF_CUSTOMER} or ${OF_INVOICE})`,
    forget: [{ do: "update", set: { plan: "'{}'", failure: "null" }, where: "t.status <> 'REQUESTED'" }],
    keeps: {
      result_id: "names a credit note, a refund or an invoice",
      request_key: "a hash of a random key",
      actor_id: AUTHOR,
    },
  },
  {
    table: "disputes",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: {
      provider_dispute_id: PROVIDER_ID,
      currency: INVOICE_FACT,
      reason: "one of the card provider's few words",
    },
  },
  {
    table: "credit_note_lines",
    of: `t.credit_note_id in (
  select n.id from credit_notes n where n.tenant_id = p.tenant_id and n.customer_id = any(p.customers))`,
    keeps: { description: INVOICE_FACT, invoice_line_id: "names a line of the invoice" },
  },
  {
    table: "credit_notes",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [{ do: "update", set: { reason: "null", letterhead: ERASED_BUYER } }],
    keeps: {
      display_number: INVOICE_FACT,
      provider_credit_note_id: PROVIDER_ID,
      currency: INVOICE_FACT,
      letterhead: "the seller's half; the buyer's is blanked",
      actor_id: AUTHOR,
    },
  },
  {
    table: "invoice_payments",
    of: OF_INVOICE,
    forget: [{ do: "update", set: { reference: "null", taken_back_reason: "null" } }],
    keeps: { actor_id: AUTHOR, taken_back_by_id: AUTHOR },
  },
  {
    table: "invoice_decisions",
    of: OF_INVOICE,
    forget: [{ do: "update", set: { reason: "null" } }],
    keeps: { actor_id: AUTHOR, kind: "one of few words" },
  },
  {
    table: "invoice_lines",
    of: OF_INVOICE,
    keeps: {
      description: INVOICE_FACT,
      provider_line_id: PROVIDER_ID,
      provider_item_id: PROVIDER_ID,
      provider_key: "names a charge",
      credited_line_ids: PROVIDER_ID,
    },
  },
  {
    table: "invoice_items",
    of: OF_CUSTOMER,
    keeps: { description: INVOICE_FACT, currency: INVOICE_FACT, key: "names a counter" },
  },
  {
    table: "charge_placements",
    of: `t.charge_id in (
  select c.id from charges c where c.tenant_id = p.tenant_id and c.customer_id = any(p.customers))`,
    forget: [{ do: "update", set: { reason: "null" } }],
    keeps: {
      provider_key: "names a charge",
      provider_item_id: PROVIDER_ID,
      code: "one of few words",
      end_code: "one of few words",
      actor_id: AUTHOR,
    },
  },
  {
    table: "balance_transactions",
    of: OF_CUSTOMER,
    keeps: {
      currency: SOLD,
      type: "one of few words",
      provider_invoice_id: PROVIDER_ID,
      key: "names a move between providers",
    },
  },
  {
    table: "journal_transfers",
    of: OF_CUSTOMER,
    keeps: { currency: SOLD, unit: SOLD, kind: "one of few words", key: "names a charge or an invoice" },
  },
  {
    table: "charges",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: {
      key: "names what caused it",
      currency: SOLD,
      unit: SOLD,
      item: SOLD,
      description: SOLD,
    },
  },
  {
    table: "invoices",
    hasHistory: true,
    of: OF_CUSTOMER,
    forget: [
      {
        do: "update",
        set: {
          letterhead: ERASED_BUYER,
          hosted_url: "null",
          pdf_url: "null",
        },
      },
    ],
    keeps: {
      display_number: INVOICE_FACT,
      provider_invoice_id: INVOICE_FACT,
      reason: INVOICE_FACT,
      currency: INVOICE_FACT,
      letterhead: "the seller's half; the buyer's is blanked",
    },
  },
  {
    table: "subscriptions",
    hasHistory: true,
    of: OF_CUSTOMER,
    keeps: {
      provider_subscription_id: PROVIDER_ID,
      provider_customer_id: PROVIDER_ID,
      pending_drivers: SOLD,
      charged: SOLD,
    },
  },
  { table: "mail_messages", hasHistory: true, of: `t."to" = any(p.emails)`, forget: REMOVE, hides: ["html"] },
  {
    table: "webhook_attempts",
    of: OF_EVENT,
    needsObjects: true,
    forget: REMOVE,
  },
  {
    table: "webhook_deliveries",
    of: OF_EVENT,
    needsObjects: true,
    key: "t.endpoint_id || t.event_id",
    forget: [{ do: "update", set: { last_error: "null" } }],
  },
  // Blanked by erase-history.ts, which records that in the history itself.
  {
    table: "events",
    of: "t.object_id = any(p.objects)",
    needsObjects: true,
    keeps: { type: "what happened", object_type: "to what kind of thing" },
  },
  {
    table: "audit_entries",
    of: "t.object_id = any(p.objects)",
    needsObjects: true,
    keeps: {
      action: "what happened",
      object_type: "to what kind of thing",
      actor_id: AUTHOR,
      request_id: "names the request",
    },
    hides: ["salt", "digest", "hash"],
  },
  {
    table: "customers",
    hasHistory: true,
    of: "t.id = any(p.customers)",
    forget: [
      {
        do: "update",
        set: {
          external_id: "'erased:' || t.id",
          email: "null",
          name: "null",
          metadata: "'{}'",
          invoice_address: "null",
          erased_at: "coalesce(t.erased_at, $7::timestamptz)",
          updated_at: "$7::timestamptz",
        },
      },
    ],
  },
];

/** Tables without personal data, or which erasure handles separately. */
export const NOT_PERSONAL: Record<string, string> = {
  tenants: "a company's space and its settings",
  exchange_rates: "the tenant's own figures",
  tenant_grants: "which tenant may look at which",
  application_directory: "finds the tenant of an application",
  applications: "callers of the API",
  application_credentials: "callers of the API",
  signing_keys: "keys of the installation",
  throttle_buckets: "counts by hashes, for hours",
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
