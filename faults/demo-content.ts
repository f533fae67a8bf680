import pg from "pg";

/** What a start writes as often as it is begun, and what the card provider has called by then. */
const NOT_COMPARED = ["idempotency_keys", "throttle_buckets", "provider_events"];

/** What the demo tells, without what is random in it, and without times: each start has its own. */
const TOLD: Record<string, string> = {
  tenants:
    "select slug, name, mode, suspended_at is null as open, next_invoice_number from tenants order by slug",
  customers:
    "select t.slug, external_id, c.name, c.email from customers c join tenants t on t.id = tenant_id order by 1, 2",
  catalog: `select t.slug, p.slug as product, l.slug as plan, l.is_highlighted, r.currency, r.interval, r.amount, r.trial_days
    from plan_prices r join plans l on l.id = r.plan_id join products p on p.id = l.product_id join tenants t on t.id = r.tenant_id
    order by 1, 2, 3, 5, 6`,
  packs: `select t.slug, l.slug as plan, version, p.status, count(e.id)::int as entitlements, sum(e."limit") as limits
    from packs p join plans l on l.id = p.plan_id join tenants t on t.id = p.tenant_id left join pack_entitlements e on e.pack_id = p.id
    group by 1, 2, 3, 4 order by 1, 2, 3`,
  subscriptions: `select t.slug, c.external_id, l.slug as plan, k.version as pack, s.provider, s.status, r.amount, r.currency,
      s.canceled_at is null as "isKept", s.paused_at is null as "isRunning", s.trial_end is null as "hadNoTrial"
    from subscriptions s join customers c on c.id = s.customer_id join plans l on l.id = s.plan_id left join packs k on k.id = s.pack_id
    join plan_prices r on r.id = s.plan_price_id join tenants t on t.id = s.tenant_id order by 1, 2, 3`,
  terms: `select c.external_id, e.collecting, count(*)::int from subscription_terms e join subscriptions s on s.id = e.subscription_id
    join customers c on c.id = s.customer_id group by 1, 2 order by 1, 2`,
  counters: `select u.id, c.external_id, f.key, u.value, u.included, u.status, u.billed_amount from usage_records u
    join customers c on c.id = u.customer_id join features f on f.id = u.feature_id order by 1`,
  ledger: "select record_id, count(*)::int, sum(delta) from usage_ledger group by 1 order by 1",
  // The card provider draws its customers' numbers of invoices.
  invoices: `select c.external_id, i.number, case when i.number is not null then i.display_number end as display_number, i.status, i.currency, i.subtotal, i.total, i.amount_due, i.amount_paid
    from invoices i join customers c on c.id = i.customer_id order by 1, 2, 7, 4`,
  lines: `select c.external_id, l.description, l.amount from invoice_lines l join invoices i on i.id = l.invoice_id
    join customers c on c.id = i.customer_id order by 1, 2, 3`,
  charges: `select c.external_id, g.cause, g.currency, count(*)::int, sum(g.amount) from charges g
    join customers c on c.id = g.customer_id group by 1, 2, 3 order by 1, 2, 3`,
  payments: "select count(*)::int, sum(amount) from invoice_payments",
  waitlist: "select email, name, metadata, status, invited_by from waitlist_entries order by 1",
  invitations: "select email, used_at is null as open from invitation_tokens order by 1",
  codes: "select max_uses, expires_at is null as lasting from invitation_codes order by 1",
  mails: 'select template, status, "to", count(*)::int from mail_messages group by 1, 2, 3 order by 1, 2, 3',
  applications: "select name, kind, scopes from applications order by 1",
  members:
    "select u.email, m.role, t.slug from memberships m join users u on u.id = m.user_id join tenants t on t.id = m.target_tenant_id order by 1, 3",
  sold: `select kind, count(*)::int from stripe_sandbox.objects
    where kind in ('customer', 'subscription', 'invoice', 'charge') group by 1 order by 1`,
  events:
    "select t.slug, type, count(*)::int from events e join tenants t on t.id = e.tenant_id group by 1, 2 order by 1, 2",
};

/** The content of a demo: what it tells, and how many rows each table has. */
export async function readContent(connectionString: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const content: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(TOLD)) content[name] = (await client.query(sql)).rows;
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
      [NOT_COMPARED],
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables)
      counts[name] = (await client.query(`select count(*)::int as rows from "${name}"`)).rows[0].rows;
    return { ...content, counts };
  } finally {
    await client.end();
  }
}
