import Fastify from "fastify";
import pg from "pg";
import type { StoredCounter } from "../../server/domain/billing/counters/stored-counters.ts";
import { customerContextStatement } from "../../server/domain/billing/entitlements/load-customer-context.ts";
import { ready } from "./ready.ts";

// The practical limit: bare routes that run the statements ours run and answer their rows. No credentials, no validation, no
// log, no rules. Beside them, under /least, one hand-written statement each on tables with nothing but what it needs.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = Fastify({ bodyLimit: 10_000_000 });
app.addHook("onError", async (_request, _reply, { message }) => {
  process.stderr.write(`${message}\n`);
});
const [TENANT, FEATURE] = [process.env.BENCH_TENANT, process.env.BENCH_FEATURE];

async function one(statement: { name: string; text: string; values: unknown[] }) {
  return (await pool.query(statement)).rows[0];
}

interface Context {
  id: string;
  counters: StoredCounter[] | null;
}

interface Use {
  customer: string;
  quantity: number;
}

function contextOf(customers: string[]) {
  const values = [TENANT, new Date(), customers, customers.map(() => FEATURE)];
  return pool.query<Context>({ name: "context", text: customerContextStatement("external_id"), values });
}

function groupOf({ quantity }: Use, { id, counters }: Context, group: number) {
  const counter = counters?.[0];
  if (!counter) throw new Error("The customer has no open counter.");
  const [, feature_id, source_id, terms_id, dimension, , , , period_start, period_end] = counter;
  return {
    customer_id: id,
    feature_id,
    source_id,
    terms_id,
    dimension,
    period_start,
    period_end,
    limit: "1000000000",
    is_blocking: true,
    allowance: "0",
    is_apart: false,
    group,
    parts: 1,
    bears: true,
    total: String(quantity),
    event_ids: null,
    uses: [
      {
        ledger_id: `uled_${crypto.randomUUID()}`,
        kind: "RECORD",
        quantity: String(quantity),
        used_before: "0",
        event_id: null,
        occurred_at: new Date(),
      },
    ],
  };
}

/** Counts the uses. What is left out, because its counter moved after it was read, is tried again, as ours decides it by itself then. */
async function count(uses: Use[], tries = 3): Promise<{ index: number }[]> {
  const { rows } = await contextOf(uses.map(({ customer }) => customer));
  const groups = rows.map((context, index) => groupOf(uses[index] as Use, context, index));
  const counted = await pool.query<{ index: number }>({
    name: "count",
    text: "select * from usher_count($1::text, $2::timestamptz, 'APPLICATION', 'bench', $3::jsonb)",
    values: [TENANT, new Date(), JSON.stringify(groups)],
  });
  const done = new Set(counted.rows.map(({ index }) => index));
  const left = uses.filter((_, index) => !done.has(index));
  if (left.length > 0 && tries === 1)
    throw new Error(`${left.length} of ${uses.length} uses were not counted; ${rows.length} customers.`);
  if (left.length > 0) counted.rows.push(...(await count(left, tries - 1)));
  return counted.rows;
}

app.get<{ Params: { customer: string } }>(
  "/check/:customer",
  async ({ params }) => (await contextOf([params.customer])).rows[0],
);
app.post<{ Body: Use }>("/record", async ({ body }) => (await count([body]))[0]);
app.post<{ Body: { items: Use[] } }>("/batch", async ({ body }) => count(body.items));
app.post<{ Body: { customer: string; value: number } }>("/set", async ({ body }) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query({
      name: "set",
      text: `update usage_records r set value = $4, updated_at = now() from customers c
        where c.tenant_id = $1 and c.external_id = $2 and r.tenant_id = $1 and r.customer_id = c.id and r.feature_id = $3
          and r.status = 'OPEN' returning r.*`,
      values: [TENANT, body.customer, FEATURE, body.value],
    });
    await client.query({
      name: "set-ledger",
      text: `insert into usage_ledger (tenant_id, id, record_id, customer_id, kind, delta, actor_type, actor_id, occurred_at, created_at)
        values ($1, $2, $3, $4, 'SET', 1, 'APPLICATION', 'bench', now(), now())`,
      values: [TENANT, `uled_${crypto.randomUUID()}`, rows[0].id, rows[0].customer_id],
    });
    await client.query({
      name: "set-change",
      text: `with numbered as (
          insert into object_sequences (tenant_id, object_id, last) values ($1, $2, 1)
          on conflict (tenant_id, object_id) do update set last = object_sequences.last + 1 returning last
        ), told as (
          insert into events (tenant_id, id, type, object_type, object_id, sequence, data, created_at)
          select $1, $3, 'usage.set', 'usage_record', $2, last, $4::jsonb, now() from numbered
        )
        insert into audit_entries (tenant_id, id, actor_type, actor_id, action, object_type, object_id, after, request_id, created_at)
        values ($1, $3, 'APPLICATION', 'bench', 'usage.set', 'usage_record', $2, $4::jsonb, 'bench', now())`,
      values: [TENANT, rows[0].id, crypto.randomUUID(), JSON.stringify(rows[0])],
    });
    await client.query("commit");
    return rows[0];
  } finally {
    client.release();
  }
});
app.get<{ Querystring: { offset: string } }>("/waitlist", async ({ query }) => {
  const [page, counts] = await Promise.all([
    pool.query({
      name: "waitlist",
      text: "select * from waitlist_entries where tenant_id = $1 order by created_at, id limit 50 offset $2",
      values: [TENANT, query.offset],
    }),
    pool.query({
      name: "waitlist-count",
      text: "select sum(entries) as total from waitlist_counts where tenant_id = $1",
      values: [TENANT],
    }),
  ]);
  return { entries: page.rows, total: counts.rows[0].total };
});
app.get<{ Params: { id: string } }>("/subscriptions/:id", ({ params }) =>
  one({
    name: "subscription",
    text: `select s.*, to_json(c) as customer, to_json(p) as product, to_json(l) as plan, to_json(pp) as plan_price, to_json(k) as pack,
        (select json_agg(d) from subscription_drivers d where d.tenant_id = s.tenant_id and d.subscription_id = s.id) as drivers
      from subscriptions s join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
      join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
      join plans l on l.tenant_id = s.tenant_id and l.id = s.plan_id
      join plan_prices pp on pp.tenant_id = s.tenant_id and pp.id = s.plan_price_id
      left join packs k on k.tenant_id = s.tenant_id and k.id = s.pack_id
      where s.tenant_id = $1 and s.id = $2`,
    values: [TENANT, params.id],
  }),
);
app.get("/pricing", () =>
  one({
    name: "pricing",
    text: `select json_agg(json_build_object('product', p, 'plans', (
        select json_agg(json_build_object('plan', l,
          'prices', (select json_agg(x) from plan_prices x where x.tenant_id = $1 and x.plan_id = l.id and x.archived_at is null),
          'features', (select json_agg(json_build_object('entitlement', e, 'feature', f)) from packs k
            join pack_entitlements e on e.tenant_id = $1 and e.pack_id = k.id join features f on f.tenant_id = $1 and f.id = e.feature_id
            where k.tenant_id = $1 and k.plan_id = l.id and k.status = 'ACTIVE')))
        from plans l where l.tenant_id = $1 and l.product_id = p.id and l.is_public and l.archived_at is null))) as products
      from products p where p.tenant_id = $1 and p.archived_at is null`,
    values: [TENANT],
  }),
);

app.get<{ Params: { customer: string } }>("/least/check/:customer", ({ params }) =>
  one({
    name: "least-check",
    text: "select used, most, used + 1 <= most as allowed from bench_counters where customer = $1",
    values: [params.customer],
  }),
);
app.post<{ Body: Use }>("/least/record", async ({ body }) =>
  one({
    name: "least-record",
    text: `with counted as (
        update bench_counters set used = used + $2 where customer = $1 and used + $2 <= most returning customer, used
      ), told as (insert into bench_ledger (customer, delta) select customer, $2 from counted)
      select used from counted`,
    values: [body.customer, body.quantity],
  }),
);

ready(await app.listen({ port: 0, host: "127.0.0.1" }));
