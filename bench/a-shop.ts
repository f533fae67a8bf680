import { newId } from "../server/platform/ids.ts";
import { hashPassword } from "../server/platform/passwords.ts";
import { aCatalog, type TestCatalog } from "../server/testing/a-catalog.ts";
import { aCaller, type BenchServer, keepFresh, tokenOf } from "./a-server.ts";

type Client = BenchServer["client"];
type Caller = Awaited<ReturnType<typeof aCaller>>;

/** People who sign in by themselves. */
export interface People {
  count: number;
  password: string;
  /** How many of them have a session open. */
  sessions: number;
}

export interface Size {
  customers: number;
  /** Places on the waitlist. */
  entries?: number;
  /** Ended periods of each customer, each with a counter. */
  periods?: number;
  people?: People;
}

/** How many customers have two subscriptions and a free plan, which grant `points` together: m0, m1, … */
export const MANY_SIDED = 200;

/**
 * A tenant with a small catalog, so many customers who have subscribed and used something, a waitlist, and people who are some
 * of the customers.
 */
export async function aShop(server: BenchServer, { customers, entries = 0, periods = 0, people }: Size) {
  const { client } = server;
  const caller = await aCaller(server, "bench");
  const { tenantId } = caller.scope;
  const featureId = await insertSubscribers(client, caller, customers);
  await insertManySided(client, caller);
  if (periods > 0) await insertPastPeriods(client, { tenantId, featureId, periods });
  await client.query(
    `insert into waitlist_entries (tenant_id, id, email, name, status, metadata, referral_code, created_at, updated_at)
     select $1, 'wait_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com', 'Person ' || n, 'PENDING', '{}', 'ref' || n,
       now() - (n || ' seconds')::interval, now() from generate_series(1, $2::int) n`,
    [tenantId, entries],
  );
  if (people) await insertUsers(client, tenantId, people);
  await createLeastTables(client, customers);
  await client.query("vacuum analyze");
  const { rows } = await client.query<{ id: string }>(
    "select id from subscriptions where tenant_id = $1 order by id limit 1000",
    [tenantId],
  );
  const userHeaders = people ? await signedIn(server.url, caller, people) : [];
  const { headers, credentials } = caller;
  const subscriptionIds = rows.map(({ id }) => id);
  return { tenantId, featureId, customers, people, headers, credentials, subscriptionIds, userHeaders };
}

export type Shop = Awaited<ReturnType<typeof aShop>>;

/** Customers c0, c1, … with a subscription each, and the counter of its running period. Answers the counted feature's id. */
async function insertSubscribers(client: Client, { scope }: Caller, count: number): Promise<string> {
  const [metered, plain] = [
    ["units", "seats", "projects"],
    ["exports", "support", "sso"],
  ];
  const each = <M, P>(ofMetered: M, ofPlain: P) =>
    Object.fromEntries([...metered.map((key) => [key, ofMetered]), ...plain.map((key) => [key, ofPlain])]);
  const catalog = await aCatalog(scope, {
    features: each({ type: "METERED" }, { type: "BOOLEAN" }),
    plans: ["free", "pro", "team"].map((slug, at) => ({
      slug,
      entitlements: each({ limit: 1e9 }, { enabled: true }),
      prices: [{ amount: at * 100 }, { amount: at * 1000, interval: "YEAR" }],
    })),
  });
  await insertCustomers(client, scope.tenantId, { prefix: "c", count });
  await insertSubscriptions(client, scope.tenantId, { catalog, plan: "pro", prefix: "c", mark: "" });
  const featureId = catalog.features.units ?? "";
  await client.query(
    `insert into usage_records (tenant_id, id, customer_id, subscription_id, source_id, feature_id, dimension, value, included,
       period_start, period_end, created_at, updated_at)
     select tenant_id, 'use' || substr(customer_id, 4), customer_id, id, id, $2, '', 0, 1e9, current_period_start,
       current_period_end, now(), now() from subscriptions where tenant_id = $1`,
    [scope.tenantId, featureId],
  );
  return featureId;
}

async function insertManySided(client: Client, { scope }: Caller): Promise<void> {
  const { tenantId } = scope;
  const entitlements = { points: { limit: 1e9 } };
  const prices = [{ amount: 500 }];
  const base = await aCatalog(scope, {
    features: { points: { type: "METERED" } },
    plans: [{ slug: "base", entitlements, prices }],
  });
  const known = base.features;
  const addOn = await aCatalog(scope, { known, plans: [{ slug: "add-on", entitlements, prices }] });
  const gift = { slug: "gift", entitlements: { points: { limit: 10 } }, prices: [{ amount: 0 }] };
  await aCatalog(scope, { known, plans: [gift], freePlan: "gift" });
  await insertCustomers(client, tenantId, { prefix: "m", count: MANY_SIDED });
  await insertSubscriptions(client, tenantId, { catalog: base, plan: "base", prefix: "m", mark: "one" });
  await insertSubscriptions(client, tenantId, { catalog: addOn, plan: "add-on", prefix: "m", mark: "two" });
}

/** Customers whose external ids are the prefix and a number from 0 on. */
async function insertCustomers(
  client: Client,
  tenantId: string,
  { prefix, count }: { prefix: string; count: number },
): Promise<void> {
  await client.query(
    `insert into customers (tenant_id, id, external_id, created_at, updated_at)
     select $1, $2 || lpad(n::text, 16, '0'), $3 || n, now(), now() from generate_series(0, $4::int - 1) n`,
    [tenantId, newId("customer").slice(0, 14), prefix, count],
  );
}

/** A subscription to the plan for each customer with this prefix; the mark tells its id from those of the same customer's others. */
async function insertSubscriptions(
  client: Client,
  tenantId: string,
  { catalog, plan, prefix, mark }: { catalog: TestCatalog; plan: string; prefix: string; mark: string },
): Promise<void> {
  const { id, prices, packId } = catalog.plans[plan] ?? { prices: [] };
  await client.query(
    `insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, pack_id, provider, status,
       current_period_start, current_period_end, period_anchor, created_at, updated_at)
     select $1, 'sub_' || $6 || substr(id, 5 + length($6)), id, $2, $3, $4, $5, 'PROVIDER_B', 'ACTIVE', date_trunc('day', now()),
       date_trunc('day', now()) + interval '1 month', now(), now(), now() from customers
     where tenant_id = $1 and external_id like $7 || '%'`,
    [tenantId, catalog.productId, id, prices[0], packId, mark, prefix],
  );
}

/**
 * Counters of periods long past, billed and settled. The foreign keys are dropped meanwhile: to check so many rows takes longer than
 * to write them.
 */
async function insertPastPeriods(
  client: Client,
  { tenantId, featureId, periods }: { tenantId: string; featureId: string; periods: number },
): Promise<void> {
  const { rows: keys } = await client.query<{ conname: string; definition: string }>(
    `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'usage_records'::regclass and contype = 'f'`,
  );
  for (const { conname } of keys)
    await client.query(`alter table usage_records drop constraint "${conname}"`);
  await client.query(
    `insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, dimension, value, included, period_start,
       period_end, status, settled_at, created_at, updated_at)
     select tenant_id, 'use' || n || substr(id, 4), customer_id, id, $2, '', n, 1e9,
       current_period_start - make_interval(months => n), current_period_start - make_interval(months => n - 1),
       'CLOSED', now(), now(), now() from subscriptions, generate_series(1, $3::int) n where tenant_id = $1`,
    [tenantId, featureId, periods],
  );
  for (const { conname, definition } of keys)
    await client.query(`alter table usage_records add constraint "${conname}" ${definition} not valid`);
}

async function insertUsers(client: Client, tenantId: string, people: People): Promise<void> {
  await client.query(
    `insert into users (tenant_id, id, email, password_hash, email_verified_at, customer_id, created_at, updated_at)
     select $1, 'usr_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com', $2, now(), c.id, now(), now()
     from generate_series(0, $3::int - 1) n join customers c on c.tenant_id = $1 and c.external_id = 'c' || n`,
    [tenantId, await hashPassword(people.password), people.count],
  );
}

/** The tables of the rival with the least SQL. */
async function createLeastTables(client: Client, customers: number): Promise<void> {
  await client.query(`
    create table bench_counters (customer text primary key, used numeric not null, most numeric not null);
    create table bench_ledger (id bigserial primary key, customer text not null, delta numeric not null, at timestamptz default now());
    insert into bench_counters select 'c' || n, 0, 1e9 from generate_series(0, ${customers - 1}) n`);
}

/** The headers with which people call who have signed in. */
async function signedIn(url: string, { headers, credentials }: Caller, { sessions, password }: People) {
  const all = Array.from({ length: sessions }, () => ({ ...headers }));
  await keepFresh(async () => {
    for (const [person, own] of all.entries()) {
      const grant = { ...credentials, grant_type: "password", username: emailOf(person), password };
      own.authorization = `Bearer ${await tokenOf(url, grant)}`;
    }
  });
  return all;
}

/** The address of one of the shop's people. */
export function emailOf(person: number): string {
  return `person${person}@example.com`;
}
