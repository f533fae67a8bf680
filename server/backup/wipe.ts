import type pg from "pg";
import { SCHEMAS } from "./format.ts";

/** The content of a database: nothing; Usher without a tenant; Usher in use; another program's tables. */
export type Occupancy = "empty" | "unused" | "used" | "foreign";

export async function occupancyOf(client: pg.Client): Promise<Occupancy> {
  const { rows } = await client.query<{ tables: number; is_ours: boolean }>(
    `select count(*)::int as tables, to_regclass('public._prisma_migrations') is not null as is_ours
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  );
  const [found] = rows;
  if (!found || found.tables === 0) return "empty";
  if (!found.is_ours) return "foreign";
  const { rows: named } = await client.query<{ has: boolean }>(
    "select to_regclass('public.tenants') is not null as has",
  );
  if (!named[0]?.has) return "unused";
  await client.query("set row_security = off");
  const { rowCount } = await client.query("select 1 from public.tenants limit 1");
  return rowCount === 0 ? "unused" : "used";
}

/** Names of the processes of Usher that work on the database, as they call themselves. */
export async function processesAtWork(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name like 'usher-%' or application_name = 'stripe-sandbox') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Drops everything that Usher created in the database, in one transaction. Extensions and other schemas are left as they are. */
export async function wipe(client: pg.Client): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`drop schema if exists jobs, ${SCHEMAS.filter((name) => name !== "public")} cascade`);
    const { rows } = await client.query<{ statement: string }>(
      `with ours as (
         select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
           and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e'))
       select format('drop table public.%I cascade', relname) as statement, 1 as turn from pg_class join ours using (oid)
       union all
       select format('drop function if exists %s cascade', oid::regprocedure), 2 from pg_proc
         where pronamespace = 'public'::regnamespace
           and not exists (select 1 from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
       union all
       select format('drop type if exists public.%I cascade', typname), 3 from pg_type
         where typnamespace = 'public'::regnamespace and typtype = 'e'
           and not exists (select 1 from pg_depend d where d.objid = pg_type.oid and d.deptype = 'e')
       order by turn, statement`,
    );
    for (const { statement } of rows) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
