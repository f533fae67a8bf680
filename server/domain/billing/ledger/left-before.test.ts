import pg from "pg";
import { expect, it } from "vitest";
import { migrateDatabase } from "../../../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../../../platform/database/migration-files.ts";
import { anEmptyDatabase } from "../../../testing/own-database.ts";

const ADDED = "20261126224723_balances_left_in_former_accounts";

/** Credit of a customer of a former account, of one of the present, and of one of both, as a version before had it. */
const WRITTEN = `
  insert into tenants (id, slug, name, created_at, updated_at) values ('ten_1', 'a', 'A', now(), now());
  insert into customers (tenant_id, id, external_id, created_at, updated_at)
    select 'ten_1', id, id, now(), now() from unnest(array['former', 'present', 'both']) as id;
  insert into provider_accounts (tenant_id, provider, endpoint, environment, created_at, updated_at)
    values ('ten_1', 'PROVIDER_A', 'stripe', 'acct_2/LIVE', now(), now());
  insert into provider_references (tenant_id, provider, environment, kind, object_id, currency, provider_id, created_at)
    select 'ten_1', 'PROVIDER_A', environment, 'CUSTOMER', id, 'USD', 'cus_' || id, now() from (values
      ('former', 'acct_1/TEST'), ('present', 'acct_2/LIVE'), ('both', 'acct_1/TEST'), ('both', 'acct_2/LIVE')) as r (id, environment);
  insert into journal_transfers (tenant_id, id, customer_id, currency, debit_account, debit_provider, credit_account, credit_provider,
      amount, kind, key, at)
    select 'ten_1', 'jrn_' || id, id, 'USD', 'GIVEN_BACK', 'PROVIDER_A', 'CREDIT', 'PROVIDER_A', 500, 'BALANCE', 'balance:' || id, now()
    from unnest(array['former', 'present', 'both']) as id;
`;

it("what a version before had as credit of a customer of a former account alone is held", {
  tags: ["long"],
}, async () => {
  const connectionString = await anEmptyDatabase();
  const names = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
  await migrateDatabase({ connectionString, names: new Set(names.filter((name) => name < ADDED)) });
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(WRITTEN);
  expect(await migrateDatabase({ connectionString })).toContain(ADDED);
  const held = `
    select c.customer_id, c.amount::int, c.source_id, c.description, p.kind::text, p.code from charges c
    join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id`;
  expect((await client.query(held)).rows).toEqual([
    {
      customer_id: "former",
      amount: -500,
      source_id: "acct_1/TEST",
      kind: "HELD",
      code: "LEFT",
      description: "Balance with the card provider, left in acct_1 (test mode)",
    },
  ]);
  const moved =
    "select debit_provider::text, credit_provider::text from journal_transfers where kind = 'MOVED'";
  expect((await client.query(moved)).rows).toEqual([
    { debit_provider: "PROVIDER_A", credit_provider: "PROVIDER_B" },
  ]);
  await client.end();
});
