import pg from "pg";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../platform/database/migration-files.ts";
import { anEmptyDatabase } from "./own-database.ts";

/** A database with a tenant `ten_1` and a customer `cus_1`, as it was before a migration, for tests of what that does with rows. */
export async function aDatabaseBefore(migration: string) {
  const connectionString = await anEmptyDatabase();
  const names = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
  if (!names.includes(migration)) throw new Error(`There is no migration ${migration}`);
  await migrateDatabase({ connectionString, names: new Set(names.filter((name) => name < migration)) });
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await query(`
    insert into tenants (id, slug, name, created_at, updated_at) values ('ten_1', 'a', 'A', now(), now());
    insert into customers (tenant_id, id, external_id, created_at, updated_at) values ('ten_1', 'cus_1', 'c', now(), now())`);
  return { query, migrate: () => migrateDatabase({ connectionString }) };
}
