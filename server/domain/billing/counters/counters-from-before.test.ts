import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "../../../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../../../platform/database/migration-files.ts";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { anEmptyDatabase } from "../../../testing/own-database.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

// Counters of a database from before they had sources and terms, and processes of that version beside this one.

const FIRST_WITH_SOURCES = "20261123014500_counters_by_source";

let world: World;
let tenant: TestTenant;
let client: pg.Client;
let sold: TestCatalog;
let free: TestCatalog;
/** What was counted before: of the free plan and of a subscription. */
const customers = { free: unique("customer"), buyer: unique("customer") };
const PERIOD = "date_trunc('month', now()), date_trunc('month', now()) + interval '1 month'";

beforeAll(async () => {
  const url = await anEmptyDatabase();
  const all = await readMigrations(MIGRATIONS_FOLDER);
  const names = new Set(all.map(({ name }) => name).filter((name) => name < FIRST_WITH_SOURCES));
  await migrateDatabase({ connectionString: url, names });
  await changeTables(url, ([name, type]) => `add column ${name} ${type}`);
  world = await openWorld({ environment: { DATABASE_URL: url } });
  tenant = await aTenant(world);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  sold = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" }, calls: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          seats: { limit: 5 },
          events: {
            limit: 100,
            overage: "BILL",
            prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 2 }],
          },
        },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  const plan = { slug: "free", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 0 }] };
  const known = sold.features;
  free = await aCatalog(tenant.scope, { known, plans: [plan], freePlan: "free" });
  await aCatalog(tenant.scope, { known, plans: [plan], freePlan: "free" });
  await counted();
  await changeTables(url, ([name]) => `drop column ${name}`);
  await migrateDatabase({ connectionString: url });
});

type Column = readonly [name: string, type: string];

/** The columns that these tables have got since. Our client reads and writes all of them, so they stand there while the database is filled. */
const LATER: Record<string, Column[]> = {
  tenants: [
    ["credit_note_number_prefix", "text"],
    ["next_credit_note_number", "int"],
    ["reporting_currency", "text"],
    ["tax_behavior", "text"],
  ],
  plans: [
    ["translations", "jsonb not null default '{}'"],
    ["contact_url", "text"],
    ["includes_plan_id", "text"],
    ["is_highlighted", "boolean not null default false"],
  ],
  provider_accounts: [["environment", "text not null default ''"]],
  provider_references: [
    ["environment", "text not null default ''"],
    ["currency", "text not null default ''"],
  ],
  applications: [["last_used_at", "timestamptz(3)"]],
  products: [["translations", "jsonb not null default '{}'"]],
  features: [["translations", "jsonb not null default '{}'"]],
};

async function changeTables(url: string, change: (column: Column) => string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  for (const [table, columns] of Object.entries(LATER))
    await owner.query(`alter table ${table} ${columns.map(change).join(", ")}`);
  await owner.end();
}

afterAll(async () => {
  await client.end();
  await world.close();
});

/** Writes what a version before sources had counted, in this month: 30 calls of the free plan, 90 events and 4 seats. */
async function counted() {
  const { plans, features } = sold;
  const insert = (table: string, columns: string, values: string) =>
    client.query(`insert into ${table} (tenant_id, created_at, updated_at, ${columns})
      select '${tenant.id}', date_trunc('month', now()), now(), ${values}`);
  const sub = newId("subscription");
  for (const [of, external] of Object.entries(customers)) {
    const id = newId("customer");
    await insert("customers", "id, external_id", `'${id}', '${external}'`);
    if (of === "buyer")
      await insert(
        "subscriptions",
        "id, customer_id, plan_id, plan_price_id, product_id, pack_id, provider, status, period_anchor, current_period_start, current_period_end",
        `'${sub}', '${id}', '${plans.pro?.id}', '${plans.pro?.prices[0]}', '${sold.productId}', '${plans.pro?.packId}', 'PROVIDER_B', 'ACTIVE',
         date_trunc('month', now()), ${PERIOD}`,
      );
    const counters =
      of === "free"
        ? [["calls", 30, "null", PERIOD]]
        : [
            ["events", 90, `'${sub}'`, PERIOD],
            ["seats", 4, `'${sub}'`, "'2000-01-01', '9999-12-31'"],
          ];
    for (const [feature, value, subscription, period] of counters) {
      const record = newId("usageRecord");
      await insert(
        "usage_records",
        "id, customer_id, subscription_id, feature_id, dimension, value, period_start, period_end, status",
        `'${record}', '${id}', ${subscription}, '${features[`${feature}`]}', '', ${value}, ${period}, 'OPEN'`,
      );
      await client.query(`insert into usage_ledger (tenant_id, id, record_id, customer_id, kind, delta, actor_type, actor_id, occurred_at, created_at)
        values ('${tenant.id}', '${newId("usageLedgerEntry")}', '${record}', '${id}', 'RECORD', ${value}, 'SYSTEM', 'x', now(), now())`);
    }
  }
}

const use = (customer: string, feature_key: string, quantity: number) =>
  tenant.server.post("/v1/billing/usage", { customer, feature_key, quantity });
const check = async (customer: string, feature: string) =>
  (await tenant.server.get(`/v1/billing/entitlements/${feature}?customer=${customer}`)).body;
const countersOf = async (customer: string) =>
  (
    await client.query(
      `select r.value::int as value, r.source_id as source from usage_records r
       join customers c on c.tenant_id = r.tenant_id and c.id = r.customer_id
       where r.tenant_id = $1 and c.external_id = $2 order by r.id`,
      [tenant.id, customer],
    )
  ).rows;

it("counters that were open go on, each of its own source, and what they hold counts once", async () => {
  expect(await check(customers.free, "calls")).toMatchObject({ used: 30, limit: 200 });
  expect((await use(customers.free, "calls", 75)).body).toMatchObject({ used: 105, limit: 200 });
  expect((await countersOf(customers.free)).map(({ value }) => value)).toEqual([100, 5]);
  expect((await countersOf(customers.free))[0]).toMatchObject({ source: free.productId });
  expect(await check(customers.buyer, "events")).toMatchObject({ used: 90, limit: 100 });
  expect((await use(customers.buyer, "events", 20)).body).toMatchObject({ used: 110 });
  expect(await check(customers.buyer, "events")).toMatchObject({ used: 110, billed_amount: 20 });
  expect((await use(customers.buyer, "seats", 1)).body).toMatchObject({ used: 5, limit: 5 });
  expect((await use(customers.buyer, "seats", 1)).body.code).toBe("K8005");
  expect((await countersOf(customers.buyer)).map(({ value }) => value)).toEqual([110, 5]);
  expect(await foundIn(client, tenant.id)).toEqual([]);
});

it("a process of an older version counts in the same counters, and is never told that its terms are old", async () => {
  const asOlder = async (customer: string, feature: string, quantity: number) => {
    const { rows } = await client.query(
      `select usher_use($1, now(), 'SYSTEM', 'x', jsonb_build_array(jsonb_build_object(
         'customer_id', c.id, 'feature_id', f.id, 'feature_key', f.key, 'subscription_id', s.id, 'record_id', $4::text, 'dimension', '',
         'period_start', coalesce(s.current_period_start, date_trunc('month', now())),
         'period_end', coalesce(s.current_period_end, date_trunc('month', now()) + interval '1 month'),
         'is_held', false, 'limit', 100, 'limit_by_dimension', false, 'cap_by_dimension', false, 'is_blocking', false, 'allowance', 500,
         'is_apart', false, 'ledger_id', $5::text, 'outbox_id', $6::text, 'quantity', $7::numeric, 'is_clipped', false,
         'occurred_at', now(), 'kind', 'RECORD'))) as result
       from customers c join features f on f.tenant_id = c.tenant_id and f.key = $3
         left join subscriptions s on s.tenant_id = c.tenant_id and s.customer_id = c.id
       where c.tenant_id = $1 and c.external_id = $2`,
      [
        tenant.id,
        customer,
        feature,
        newId("usageRecord"),
        newId("usageLedgerEntry"),
        newId("event"),
        quantity,
      ],
    );
    return rows[0].result;
  };
  expect(await asOlder(customers.free, "calls", 2)).toMatchObject({ outcome: "COUNTED" });
  expect((await countersOf(customers.free)).map(({ value }) => value)).toEqual([102, 5]);
  const more = { customer: customers.buyer, feature_key: "events", limit_add: 5, reason: "a promise" };
  expect((await tenant.admin.post("/v1/billing/overrides", more)).status).toBe(201);
  const before = (await countersOf(customers.buyer)).length;
  expect(await asOlder(customers.buyer, "events", 3)).toMatchObject({ outcome: "COUNTED" });
  expect(await countersOf(customers.buyer)).toHaveLength(before);
  expect(await check(customers.buyer, "events")).toMatchObject({ used: 103, limit: 105 });
  expect(await foundIn(client, tenant.id)).toEqual([]);
});
