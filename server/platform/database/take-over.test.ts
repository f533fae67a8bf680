import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { anEmptyDatabase, ownDatabase } from "../../testing/own-database.ts";
import { migrateDatabase } from "./migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "./migration-files.ts";

const [BASELINE, ...LATER] = await readMigrations(MIGRATIONS_FOLDER);
const LAST = "20261128220000_choice_of_a_request";

/** What a database of the version before has otherwise: its records, keys that cascade, and what it kept for older versions. */
const BEFORE = `
  delete from _prisma_migrations;
  insert into _prisma_migrations (id, checksum, migration_name, finished_at)
    values ('1', 'x', '20261121022625_init', now()), ('2', 'x', '${LAST}', now());
  alter table "charges" drop constraint "charges_tenant_id_customer_id_fkey",
    add constraint "charges_tenant_id_customer_id_fkey" foreign key (tenant_id, customer_id)
      references "customers" (tenant_id, id) on update cascade on delete restrict;
  alter table "subscriptions" add column "charged" jsonb not null default '[]',
    add column "has_rebuilt_terms" boolean not null default true;
  create table "invoice_items" (id text);
  drop trigger if exists "subscription_terms_no_overlap" on "subscription_terms";
  alter table "subscription_terms" add constraint "subscription_terms_no_overlap"
    exclude using gist (tstzrange(from_at, to_at) with &&) where (false);
  create function "usher_keep_charged"() returns trigger language plpgsql as 'begin return null; end';
  create constraint trigger "subscriptions_charged" after update on "subscriptions" deferrable
    for each row execute function "usher_keep_charged"();
  create function "usher_keep_items"() returns trigger language plpgsql as 'begin return null; end';`;

const CATALOGUE = `
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
  union all select tgrelid::regclass || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
  union all select migration_name || ' ' || checksum from _prisma_migrations
  order by 1`;

async function connected(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Runs a script as the server's administrator, who may write what foreign keys refuse. */
async function asAdmin(connectionString: string, script: string) {
  const url = new URL(inject("adminDatabaseUrl"));
  url.pathname = new URL(connectionString).pathname;
  await (await connected(url.href)).query(script);
}

const read = async (client: pg.Client): Promise<string[]> =>
  (await client.query(CATALOGUE)).rows.map(({ text }) => text);

/** A database of the version before. */
async function aDatabase() {
  const connectionString = await anEmptyDatabase();
  await migrateDatabase({ connectionString, names: new Set([BASELINE?.name ?? ""]) });
  const client = await connected(connectionString);
  await client.query(BEFORE);
  return { connectionString, client };
}

test("a database of the version before becomes what the baseline makes, by one of two instances at once", async () => {
  const made = await read(await connected(await ownDatabase()));
  const { connectionString, client } = await aDatabase();
  const lines: string[] = [];
  const start = () => migrateDatabase({ connectionString, log: (line) => lines.push(line) });
  expect((await Promise.all([start(), start()])).flat()).toEqual(LATER.map(({ name }) => name));
  expect(await read(client)).toEqual(made);
  expect(lines.filter((line) => line.includes("taken over"))).toEqual([
    `the database of the version before was taken over: it has ${BASELINE?.name} now`,
  ]);
});

test.each([
  ["lacks migrations", `delete from _prisma_migrations where migration_name = '${LAST}'`],
  [
    "has terms that are not rebuilt",
    `set session_replication_role = replica;
     insert into subscriptions (tenant_id, id, customer_id, product_id, plan_id, plan_price_id, provider, status, period_anchor,
       created_at, updated_at, has_rebuilt_terms) values ('t', 's', 'c', 'p', 'p', 'p', 'PROVIDER_B', 'ACTIVE', now(), now(), now(), false)`,
  ],
])("one that %s is refused, and nothing is changed", async (_, older) => {
  const { connectionString, client } = await aDatabase();
  await asAdmin(connectionString, older);
  const found = await read(client);
  await expect(migrateDatabase({ connectionString })).rejects.toThrow(
    /that of an older Usher: start commit \w{8} on it once/,
  );
  expect(await read(client)).toEqual(found);
});
