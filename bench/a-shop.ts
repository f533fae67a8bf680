import { newId } from "../server/platform/ids.ts";
import { hashPassword } from "../server/platform/passwords.ts";
import type { Scope } from "../server/platform/scope.ts";
import { aCatalog, type TestCatalog } from "../server/testing/a-catalog.ts";
import { aCaller, type BenchServer, keepFresh, tokenOf } from "./a-server.ts";

type Client = BenchServer["client"];

const PLANS = ["free", "pro", "team"];
const FEATURES = ["units", "seats", "projects", "exports", "support", "sso"];

/** People who sign in by themselves. */
export interface People {
  count: number;
  password: string;
  /** How many of them have a session open. */
  sessions: number;
}

interface Size {
  customers: number;
  entries: number;
  periods: number;
  people?: People;
}

/**
 * A tenant with a small catalog, so many customers who have subscribed and used something, a waitlist, and people who are some
 * of the customers.
 */
export async function aShop(server: BenchServer, { customers, entries, periods, people }: Size) {
  const { client } = server;
  const { scope, headers, credentials } = await aCaller(server, "bench");
  const { tenantId } = scope;
  const catalog = await smallCatalog(scope);
  const featureId = catalog.features.units ?? "";
  await insertSubscribers(client, { tenantId, catalog, customers });
  await insertManySided(scope, client);
  await insertPastPeriods(client, { tenantId, featureId, periods });
  await insertWaitlist(client, tenantId, entries);
  if (people) await insertUsers(client, tenantId, people);
  await createLeastTables(client, customers);
  await client.query("vacuum analyze");
  const { rows } = await client.query<{ id: string }>(
    "select id from subscriptions where tenant_id = $1 order by id limit 1000",
    [tenantId],
  );
  const shop = { tenantId, featureId, headers, credentials, subscriptionIds: rows.map(({ id }) => id) };
  return { ...shop, userHeaders: people ? await signedIn(server, shop, people) : [] };
}

function smallCatalog(scope: Scope): Promise<TestCatalog> {
  return aCatalog(scope, {
    features: Object.fromEntries(
      FEATURES.map((key, index) => [key, { type: index < 3 ? "METERED" : "BOOLEAN" }] as const),
    ),
    plans: PLANS.map((slug, index) => ({
      slug,
      entitlements: Object.fromEntries(
        FEATURES.map((key, at) => [key, at < 3 ? { limit: 1e9 } : { enabled: true }]),
      ),
      prices: [{ amount: index * 100 }, { amount: index * 1000, interval: "YEAR" as const }],
    })),
  });
}

/** Customers with a subscription each, and the counter of its running period. */
async function insertSubscribers(
  client: Client,
  { tenantId, catalog, customers }: { tenantId: string; catalog: TestCatalog; customers: number },
): Promise<void> {
  const plan = catalog.plans.pro;
  await client.query(
    `insert into customers (tenant_id, id, external_id, created_at, updated_at)
     select $1, $2 || lpad(n::text, 16, '0'), 'c' || n, now(), now() from generate_series(0, $3::int - 1) n`,
    [tenantId, newId("customer").slice(0, 14), customers],
  );
  await client.query(
    `insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, pack_id, provider, status,
       current_period_start, current_period_end, period_anchor, created_at, updated_at)
     select $1, 'sub' || substr(id, 4), id, $2, $3, $4, $5, 'PROVIDER_B', 'ACTIVE', date_trunc('day', now()),
       date_trunc('day', now()) + interval '1 month', now(), now(), now() from customers where tenant_id = $1`,
    [tenantId, catalog.productId, plan?.id, plan?.prices[0], plan?.packId],
  );
  await client.query(
    `insert into usage_records (tenant_id, id, customer_id, subscription_id, source_id, feature_id, dimension, value, included,
       period_start, period_end, created_at, updated_at)
     select tenant_id, 'use' || substr(customer_id, 4), customer_id, id, id, $2, '', 0, 1e9, current_period_start,
       current_period_end, now(), now() from subscriptions where tenant_id = $1`,
    [tenantId, catalog.features.units],
  );
}

/** How many customers have two subscriptions and a free plan, which grant `points` together: m0, m1, … */
export const MANY_SIDED = 200;

async function insertManySided(scope: Scope, client: Client): Promise<void> {
  const { tenantId } = scope;
  const entitlements = { points: { limit: 1e9 } };
  const prices = [{ amount: 500 }];
  const base = await aCatalog(scope, {
    features: { points: { type: "METERED" } },
    plans: [{ slug: "base", entitlements, prices }],
  });
  const addOn = await aCatalog(scope, {
    known: base.features,
    plans: [{ slug: "add-on", entitlements, prices }],
  });
  const gift = { slug: "gift", entitlements: { points: { limit: 10 } }, prices: [{ amount: 0 }] };
  await aCatalog(scope, { known: base.features, plans: [gift], freePlan: "gift" });
  await client.query(
    `insert into customers (tenant_id, id, external_id, created_at, updated_at)
     select $1, $2 || lpad(n::text, 16, '0'), 'm' || n, now(), now() from generate_series(0, $3::int - 1) n`,
    [tenantId, newId("customer").slice(0, 14), MANY_SIDED],
  );
  for (const [prefix, { productId, plans }] of Object.entries({ one: base, two: addOn })) {
    const plan = plans.base ?? plans["add-on"];
    await client.query(
      `insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, pack_id, provider, status,
         current_period_start, current_period_end, period_anchor, created_at, updated_at)
       select $1, 'sub_' || $2 || substr(id, 8), id, $3, $4, $5, $6, 'PROVIDER_B', 'ACTIVE', date_trunc('day', now()),
         date_trunc('day', now()) + interval '1 month', now(), now(), now() from customers
       where tenant_id = $1 and external_id like 'm%'`,
      [tenantId, prefix, productId, plan?.id, plan?.prices[0], plan?.packId],
    );
  }
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
     where conrelid = 'usage_records'::regclass and contype = 'f' and $1`,
    [periods > 0],
  );
  for (const { conname } of keys)
    await client.query(`alter table usage_records drop constraint "${conname}"`);
  await client.query(
    `insert into usage_records (tenant_id, id, customer_id, subscription_id, feature_id, dimension, value, included, period_start,
       period_end, status, settled_at, created_at, updated_at)
     select tenant_id, 'use' || n || substr(customer_id, 4), customer_id, id, $2, '', n, 1e9,
       current_period_start - make_interval(months => n), current_period_start - make_interval(months => n - 1),
       'CLOSED', now(), now(), now() from subscriptions, generate_series(1, $3::int) n where tenant_id = $1`,
    [tenantId, featureId, periods],
  );
  for (const { conname, definition } of keys)
    await client.query(`alter table usage_records add constraint "${conname}" ${definition} not valid`);
}

async function insertWaitlist(client: Client, tenantId: string, entries: number): Promise<void> {
  await client.query(
    `insert into waitlist_entries (tenant_id, id, email, name, status, metadata, referral_code, created_at, updated_at)
     select $1, 'wait_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com', 'Person ' || n, 'PENDING', '{}', 'ref' || n,
       now() - (n || ' seconds')::interval, now() from generate_series(1, $2::int) n`,
    [tenantId, entries],
  );
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
  await client.query(
    "create table bench_counters (customer text primary key, used numeric not null, most numeric not null)",
  );
  await client.query(
    "create table bench_ledger (id bigserial primary key, customer text not null, delta numeric not null, at timestamptz default now())",
  );
  await client.query(
    "insert into bench_counters select 'c' || n, 0, 1e9 from generate_series(0, $1::int - 1) n",
    [customers],
  );
}

/** The headers with which people call who have signed in. */
async function signedIn(
  { baseUrl }: BenchServer,
  { headers, credentials }: { headers: { "x-app-id": string }; credentials: Record<string, string> },
  { sessions, password }: People,
) {
  const all = Array.from({ length: sessions }, () => ({
    "x-app-id": headers["x-app-id"],
    authorization: "",
  }));
  await keepFresh(async () => {
    for (const [person, own] of all.entries()) {
      const grant = { ...credentials, grant_type: "password", username: emailOf(person), password };
      own.authorization = `Bearer ${await tokenOf(baseUrl, grant)}`;
    }
  });
  return all;
}

/** The address of one of the shop's people. */
export function emailOf(person: number): string {
  return `person${person}@example.com`;
}

export type Shop = Awaited<ReturnType<typeof aShop>>;
