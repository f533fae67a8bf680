import type pg from "pg";
import { RLS_ROLE } from "./tenant-query.ts";

/** Tables of the installation, which no tenant's request has to do with. */
const SYSTEM_TABLES = ["_prisma_migrations", "signing_keys", "throttle_buckets"];

/**
 * Makes the role of the second wall where it is missing, lets us act as it, and gives it the tables. Answers why there is no
 * wall, in words for the log, when our own role may not do so: everything works then, behind the first wall alone.
 */
export async function prepareRlsRole(client: pg.Client): Promise<string | null> {
  try {
    if (!(await isThere(client))) await client.query(`create role ${RLS_ROLE} nologin`);
    if (!(await mayBecome(client)))
      await client.query(`grant ${RLS_ROLE} to current_user with inherit false, set true`);
    if (!(await hasTables(client))) await giveTables(client);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `there is no second wall between tenants: ${said}. As a superuser: create role ${RLS_ROLE} nologin; grant ${RLS_ROLE} to <the user of DATABASE_URL>; then start again`;
  }
}

/** Whether statements can be run behind the wall. */
export async function hasRls(database: Pick<pg.Client, "query">): Promise<boolean> {
  const { rows } = await database.query<{ has: boolean }>(`
    select exists (select 1 from pg_roles where rolname = '${RLS_ROLE}')
      and (select pg_has_role(current_user, oid, 'SET') from pg_roles where rolname = '${RLS_ROLE}')
      and (select bool_and(has_table_privilege('${RLS_ROLE}', c.oid, 'SELECT')) from pg_class c
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity) as has`);
  return rows[0]?.has ?? false;
}

/** What PostgreSQL knows of the wall, in the order in which it matters. */
interface Standing {
  isThere: boolean;
  mayBecome: boolean;
  bypasses: boolean;
  /** Tables of tenants whose rows it is shown all, and those of which it is shown none. */
  open: string[];
  closed: string[];
}

const STANDING = `
  with walled as (
    select c.oid, c.relname as name, c.relowner as owner, a.attname as tenant, c.relrowsecurity as is_held
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'tenants' then 'id' else 'tenant_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
  select r.oid is not null as "isThere", coalesce(pg_has_role(current_user, r.oid, 'SET'), false) as "mayBecome",
    coalesce(r.rolsuper or r.rolbypassrls, false) as bypasses,
    array(select name::text from walled w where not is_held or pg_has_role(r.oid, owner, 'USAGE')
      or exists (select 1 from pg_policy p where p.polrelid = w.oid and p.polpermissive and p.polname <> 'own_tenant')
      or not exists (select 1 from pg_policy p where p.polrelid = w.oid and p.polname = 'own_tenant' and p.polcmd = '*'
        and pg_get_expr(p.polqual, w.oid) = format('(%s = current_setting(''usher.tenant_id''::text, true))', tenant))
      order by name) as open,
    array(select name::text from walled where not has_table_privilege(r.oid, oid, 'SELECT') order by name) as closed
  from (select) one left join pg_roles r on r.rolname = '${RLS_ROLE}'`;

/** Where the wall has a gap now, in words for the operator; null when it stands around every table. */
export async function findGap(database: Pick<pg.Client, "query">): Promise<string | null> {
  const { rows } = await database.query<Standing>(STANDING);
  const [found] = rows;
  if (!found?.isThere) return `the role ${RLS_ROLE} is not there`;
  if (!found.mayBecome) return `the user of DATABASE_URL may not act as ${RLS_ROLE}`;
  if (found.bypasses) return `${RLS_ROLE} is a superuser or has BYPASSRLS`;
  if (found.open.length > 0)
    return `row level security does not hold ${RLS_ROLE} on ${found.open.join(", ")}`;
  if (found.closed.length > 0) return `${RLS_ROLE} may not read ${found.closed.join(", ")}`;
  return null;
}

async function isThere(client: pg.Client): Promise<boolean> {
  return (await client.query("select 1 from pg_roles where rolname = $1", [RLS_ROLE])).rowCount === 1;
}

async function mayBecome(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select pg_has_role(current_user, $1, 'SET') as may",
    [RLS_ROLE],
  );
  return rows[0]?.may ?? false;
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean | null }>(
    `select has_schema_privilege($1, 'public', 'USAGE') and bool_and(has_table_privilege($1, oid, 'SELECT') and has_table_privilege($1, oid, 'DELETE')) as has
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($2)`,
    [RLS_ROLE, SYSTEM_TABLES],
  );
  return rows[0]?.has ?? true;
}

async function giveTables(client: pg.Client): Promise<void> {
  await client.query(`
    grant usage on schema public to ${RLS_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${RLS_ROLE};
    revoke all on ${SYSTEM_TABLES.join(", ")} from ${RLS_ROLE}`);
}
