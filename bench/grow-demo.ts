import type pg from "pg";

const ID = (prefix: string) => `'${prefix}_' || lpad(to_hex(n), 26, '0')`;
/** Spread over the last year, the newest first. */
const WHEN = "now() - n * interval '1 year' / $2::int";

interface Size {
  customers: number;
  usage: number;
}

/** Copies rows of a table: how many, with which values in their columns (SQL over n), of which row. */
type Grow = (
  table: string,
  count: number,
  values: Record<string, string>,
  template?: string,
) => Promise<void>;

/**
 * Makes the demo tenant large: each new row is a copy of one that the seed wrote, with an id, a moment and an owner of its own.
 * A customer has one subscription, ten counters' periods and as many ledger rows, two invoices, three events and audit rows,
 * a mail and a place on the waitlist.
 */
export async function growDemo(client: pg.Client, size: Size): Promise<void> {
  const { rows } = await client.query("select id from tenants where slug = 'northwind'");
  const tenantId: string = rows[0].id;
  const grow: Grow = async (table, count, values, template = "true") => {
    const pairs = Object.entries(values).map(([column, value]) => `'${column}', ${value}`);
    await client.query(
      `insert into ${table}
       select grown.* from generate_series(1, $2::int) n,
         lateral (select * from ${table} where tenant_id = $1 and ${template} limit 1) seeded,
         lateral jsonb_populate_record(null::${table},
           to_jsonb(seeded) || jsonb_build_object(${pairs.join(", ")})) grown`,
      [tenantId, count],
    );
  };
  await growCustomers(grow, size);
  await growUsage(grow, size);
  await growInvoices(grow, size);
  await growHistory(grow, size);
  await growMailAndWaitlist(grow, size);
  await client.query("vacuum analyze");
}

const customerOf = ({ customers }: Size) => `'cus_' || lpad(to_hex(1 + n % ${customers}), 26, '0')`;
const subscriptionOf = ({ customers }: Size) => `'sub_' || lpad(to_hex(1 + n % ${customers}), 26, '0')`;

async function growCustomers(grow: Grow, size: Size): Promise<void> {
  const { customers } = size;
  await grow("customers", customers, {
    id: ID("cus"),
    external_id: "'grown-' || n",
    email: "'grown' || n || '@customers.example'",
    name: "'Customer ' || n",
    created_at: WHEN,
  });
  const plain = "customer_id in (select id from customers where test_clock_id is null)";
  await grow(
    "subscriptions",
    customers,
    {
      id: ID("sub"),
      customer_id: customerOf(size),
      provider_subscription_id: "null::text",
      created_at: WHEN,
    },
    `status = 'ACTIVE' and ${plain}`,
  );
}

async function growUsage(grow: Grow, size: Size): Promise<void> {
  const { customers, usage } = size;
  // Ten periods of each customer's; the first is the open one.
  const period = `(n - 1) / ${customers}`;
  await grow(
    "usage_records",
    usage,
    {
      id: ID("use"),
      customer_id: customerOf(size),
      subscription_id: subscriptionOf(size),
      value: "n % 1000",
      period_start: `seeded.period_start - ${period} * interval '1 month'`,
      period_end: `seeded.period_end - ${period} * interval '1 month'`,
      status: `case when ${period} = 0 then 'OPEN' else 'CLOSED' end`,
      settled_at: `case when ${period} > 0 then now() end`,
    },
    "status = 'OPEN'",
  );
  await grow("usage_ledger", usage, {
    id: ID("led"),
    record_id: ID("use"),
    customer_id: customerOf(size),
    event_id: "null::text",
    occurred_at: WHEN,
    created_at: WHEN,
  });
}

async function growInvoices(grow: Grow, size: Size): Promise<void> {
  const { customers } = size;
  await grow("invoices", customers * 2, {
    id: ID("inv"),
    provider_invoice_id: "null::text",
    number: "1000 + n",
    display_number: "'N-' || (1000 + n)",
    customer_id: customerOf(size),
    subscription_id: subscriptionOf(size),
    issued_at: WHEN,
    created_at: WHEN,
  });
}

async function growHistory(grow: Grow, size: Size): Promise<void> {
  const { customers } = size;
  for (const [table, prefix] of [
    ["events", "evt"],
    ["audit_entries", "aud"],
  ] as const) {
    await grow(table, customers * 3, {
      id: ID(prefix),
      object_id: customerOf(size),
      created_at: WHEN,
      ...(table === "events"
        ? { sequence: `1 + (n - 1) / ${customers}` }
        : { position: "null::int", digest: "null::text", hash: "null::text" }),
    });
  }
}

async function growMailAndWaitlist(grow: Grow, { customers }: Size): Promise<void> {
  await grow("mail_messages", customers, {
    id: ID("mail"),
    to: "'grown' || n || '@customers.example'",
    dedupe_key: "'grown-' || n",
    created_at: WHEN,
  });
  await grow("waitlist_entries", customers, {
    id: ID("wait"),
    email: "'waits' || n || '@people.example'",
    referral_code: "'grown' || n",
    created_at: WHEN,
  });
}
