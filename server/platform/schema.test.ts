import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readSchema } from "./database/migration-files.ts";

// The only tables whose keys do not begin with tenant_id: they find the tenant, or belong to the installation.
const WITHOUT_TENANT: Record<string, string> = {
  tenants: "is the tenant",
  application_directory: "finds the tenant of a caller",
  signing_keys: "belongs to the installation",
  throttle_buckets: "counts by hashes that hold no tenant",
};

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
});

afterAll(() => client.end());

interface Key {
  table: string;
  index: string;
  columns: string[];
}

async function keys(): Promise<Key[]> {
  const { rows } = await client.query<Key>(`
    select t.relname as table, i.relname as index,
           array(select a.attname::text from unnest(x.indkey) with ordinality as k(attnum, place)
                 join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum order by k.place) as columns
    from pg_index x
    join pg_class t on t.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and t.relname not in ('_prisma_migrations', '_usher_functions')
    order by 1, 2`);
  return rows;
}

describe("the database schema", () => {
  it("has every table of the Prisma schema", async () => {
    const schema = (await readSchema()).map(({ content }) => content).join("\n");
    const mapped = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map(([, name]) => name).sort();
    const tables = [...new Set((await keys()).map(({ table }) => table))].sort();
    expect(
      tables,
      "npm run migration -- <name> writes what prisma/schema has and prisma/migrations has not",
    ).toEqual(mapped);
    expect(schema.match(/^model /gm)).toHaveLength(mapped.length);
  });

  it("is described in one file for each area, named like the area's folder", async () => {
    const root = join(import.meta.dirname, "../..");
    const names = (await readSchema()).map(({ path }) =>
      relative(join(root, "prisma/schema"), path)
        .replaceAll("\\", "/")
        .replace(/\.prisma$/, ""),
    );
    const areas = names.filter((name) => name !== "main" && name !== "platform");
    expect(
      areas.filter((name) => !existsSync(join(root, "server/domain", name))),
      "move the tables to the file in prisma/schema that is named like their folder in server/domain",
    ).toEqual([]);
    expect(areas.length).toBeGreaterThan(20);
  });

  it("every key begins with tenant_id", async () => {
    const strays = (await keys()).filter(
      ({ table, columns }) => !(table in WITHOUT_TENANT) && columns[0] !== "tenant_id",
    );
    expect(
      strays,
      "begin the table's @@id, @@unique and @@index in prisma/schema with tenantId, then npm run migration -- <name>",
    ).toEqual([]);
  });

  it("every foreign key between tenants' tables includes tenant_id", async () => {
    const { rows } = await client.query<{ name: string; from: string; to: string; columns: string[] }>(`
      select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
             array(select a.attname::text from unnest(c.conkey) k(attnum) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
    const strays = rows.filter(
      ({ from, to, columns }) =>
        !(from in WITHOUT_TENANT) && to !== "tenants" && !columns.includes("tenant_id"),
    );
    expect(
      strays,
      "name tenantId in the fields and references of the table's @relation in prisma/schema, then npm run migration -- <name>",
    ).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });

  it("no foreign key, exclusion or trigger keeps the rows from being spread over servers by tenant_id", async () => {
    // Citus refuses a key that changes with what it names, and an exclusion without the column that rows are spread by:
    // https://docs.citusdata.com/en/stable/reference/common_errors.html.
    const { rows } = await client.query<{ name: string }>(`
      select conrelid::regclass || '.' || conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and (contype = 'f' and confupdtype <> 'a' or contype = 'x') order by 1`);
    expect(
      rows,
      "write onUpdate: NoAction in the @relation in prisma/schema; a function in prisma/functions in place of an exclusion",
    ).toEqual([]);
  });

  it("every foreign key has an index that serves it", async () => {
    const all = await keys();
    const { rows } = await client.query<{ from: string; columns: string[] }>(`
      select c.conrelid::regclass::text as from,
             array(select a.attname::text from unnest(c.conkey) with ordinality k(attnum, place) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum order by k.place) as columns
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
    const unserved = rows.filter(
      ({ from, columns }) =>
        !all.some(
          (key) =>
            key.table === from &&
            columns.every((column) => key.columns.slice(0, columns.length).includes(column)),
        ),
    );
    const small = ["tenants", "memberships", "tenant_grants", "provider_operations"];
    expect(
      unserved.filter(({ from }) => !small.includes(from)),
      "add an @@index with the columns of the table's @relation in prisma/schema, then npm run migration -- <name>",
    ).toEqual([]);
  });

  it.each([
    "subscriptions_one_live",
    "packs_one_active",
    "plan_prices_one_on_sale",
    "usage_records_open_key",
    "provider_operations_one_pending",
    "subscription_terms_one_open",
  ])("has the partial unique index %s", async (name) => {
    const { rows } = await client.query(
      "select indexdef from pg_indexes where schemaname = 'public' and indexname = $1",
      [name],
    );
    expect(rows[0]?.indexdef).toMatch(/unique .* where/i);
  });

  it.each([
    ["usage_records", "value", "'-0.000001'"],
    ["usage_records", "reserved", "-1"],
    ["invitation_codes", "used_count", "max_uses + 1"],
    ["invitation_codes", "max_uses", "1001"],
    ["plan_prices", "amount", "-1"],
  ])("%s.%s can never be %s", async (table, column, value) => {
    const { rows } = await client.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conrelid = $1::regclass",
      [table],
    );
    const checks = rows
      .filter(({ definition }) => definition.includes(column))
      .map(({ definition }) => definition.replace(/^CHECK/, ""));
    expect(checks).not.toEqual([]);
    const columns = `(select 1::int as max_uses, 0::int as used_count) base`;
    const expression = checks
      .map((check) => check.replaceAll(new RegExp(`\\b${column}\\b`, "g"), "probe"))
      .join(" and ");
    const answer = await client.query(
      `select ${expression} as holds from (select base.*, (${value})::numeric as probe from ${columns}) row`,
    );
    expect(answer.rows[0]?.holds).toBe(false);
  });

  it.each(["usage_ledger", "audit_entries", "events"])("%s is append-only", async (table) => {
    const { rows } = await client.query(
      "select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal",
      [table],
    );
    expect(rows.map(({ tgname }) => tgname)).toContain(`${table}_append_only`);
  });
});
