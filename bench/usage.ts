import autocannon from "autocannon";
import Fastify from "fastify";
import pg from "pg";
import { newId } from "../server/platform/ids.ts";
import { aCatalog } from "../server/testing/a-catalog.ts";
import { aCaller, aServer } from "./a-server.ts";

// Checks and records a second over HTTP, beside a bare Fastify + pg route that runs one statement of the same kind, in the same
// process and run, in turn: `node bench/usage.ts [seconds]`. Log and validation of ours are on; the rival has neither.

const SECONDS = Number(process.argv[2] ?? 4);
const CONNECTIONS = 32;
const CUSTOMERS = 1_000;
const ROUNDS = 2;

const server = await aServer();
const { client, baseUrl, databaseUrl } = server;
const { scope, headers } = await aCaller(server, "usage");
const { tenantId } = scope;
const catalog = await aCatalog(scope, {
  features: { units: { type: "METERED" } },
  plans: [{ slug: "pro", entitlements: { units: { limit: 1e9 } }, prices: [{ amount: 100 }] }],
});
const plan = catalog.plans.pro;
for (let index = 0; index < CUSTOMERS; index++) {
  const id = newId("customer");
  await client.query(
    "insert into customers (tenant_id, id, external_id, created_at, updated_at) values ($1, $2, $3, now(), now())",
    [tenantId, id, `c${index}`],
  );
  await client.query(
    `insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, pack_id, provider, status,
       current_period_start, current_period_end, period_anchor, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'PROVIDER_B', 'ACTIVE', now(), now() + interval '1 month', now(), now(), now())`,
    [tenantId, newId("subscription"), id, catalog.productId, plan?.id, plan?.prices[0], plan?.packId],
  );
}
await client.query(
  "create table bench_counters (customer text primary key, used numeric not null, most numeric not null)",
);
await client.query(
  "create table bench_ledger (id bigserial primary key, customer text not null, delta numeric not null, at timestamptz default now())",
);
await client.query(
  "insert into bench_counters select 'c' || n, 0, 1e9 from generate_series(0, $1::int - 1) n",
  [CUSTOMERS],
);
await client.query("vacuum analyze");

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
const fastify = Fastify();
fastify.get<{ Params: { customer: string } }>("/check/:customer", async ({ params }) => {
  const { rows } = await pool.query({
    name: "check",
    text: "select used, most, used + 1 <= most as allowed from bench_counters where customer = $1",
    values: [params.customer],
  });
  return rows[0];
});
fastify.post<{ Body: { customer: string; quantity: number } }>("/record", async ({ body }) => {
  const { rows } = await pool.query({
    name: "record",
    text: `with counted as (
        update bench_counters set used = used + $2 where customer = $1 and used + $2 <= most returning customer, used
      ), told as (insert into bench_ledger (customer, delta) select customer, $2 from counted)
      select used from counted`,
    values: [body.customer, body.quantity],
  });
  return rows[0] ?? { refused: true };
});
const rival = await fastify.listen({ port: 0, host: "127.0.0.1" });

const customerOf = (index: number) => `c${(index * 7919) % CUSTOMERS}`;
const json = { "content-type": "application/json" };

interface Case {
  name: string;
  url: string;
  request(index: number): Partial<autocannon.Request>;
}

const ours = (customer: (index: number) => string) => (index: number) => ({
  method: "POST" as const,
  path: "/v1/billing/usage",
  headers: { ...headers, ...json },
  body: JSON.stringify({ customer: customer(index), feature_key: "units", quantity: 1 }),
});
const theirs = (customer: (index: number) => string) => (index: number) => ({
  method: "POST" as const,
  path: "/record",
  headers: json,
  body: JSON.stringify({ customer: customer(index), quantity: 1 }),
});
const cases: [Case, Case][] = [
  [
    {
      name: "check",
      url: baseUrl,
      request: (index) => ({
        path: `/v1/billing/entitlements/units?customer=${customerOf(index)}`,
        headers,
      }),
    },
    { name: "check", url: rival, request: (index) => ({ path: `/check/${customerOf(index)}` }) },
  ],
  [
    { name: "record, spread", url: baseUrl, request: ours(customerOf) },
    { name: "record, spread", url: rival, request: theirs(customerOf) },
  ],
  [
    { name: "record, one hot counter", url: baseUrl, request: ours(() => "c1") },
    { name: "record, one hot counter", url: rival, request: theirs(() => "c1") },
  ],
];

async function measure({ url, request }: Case): Promise<{ rate: number; p99: number; failed: number }> {
  let index = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ setupRequest: (base) => ({ ...base, ...request(index++) }) }],
  });
  return { rate: result.requests.average, p99: result.latency.p99, failed: result.non2xx + result.errors };
}

const column = (value: string | number) => String(value).padStart(12);
const heads = ["ours/s", "p99 ms", "Fastify/s", "p99 ms", "ratio"].map(column).join("");
process.stdout.write(`${"case".padEnd(26)}${heads}\n`);
for (const [our, their] of cases) {
  const runs: [Awaited<ReturnType<typeof measure>>, Awaited<ReturnType<typeof measure>>][] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push([await measure(our), await measure(their)]);
  const best = (side: 0 | 1) =>
    runs.map((run) => run[side]).sort((a, b) => b.rate - a.rate)[0] ?? runs[0]?.[side];
  const [a, b] = [best(0), best(1)];
  if (!a || !b) continue;
  if (a.failed + b.failed > 0) process.stdout.write(`failed: ${a.failed} ${b.failed}\n`);
  const cells = [a.rate.toFixed(0), a.p99, b.rate.toFixed(0), b.p99, (a.rate / b.rate).toFixed(2)];
  process.stdout.write(`${our.name.padEnd(26)}${cells.map(column).join("")}\n`);
}

await fastify.close();
await pool.end();
await server.close();
