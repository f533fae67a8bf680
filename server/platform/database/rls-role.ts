import type pg from "pg";
import { FUNCTIONS_TABLE } from "./apply-functions.ts";
import { RLS_ROLE } from "./tenant-query.ts";

/** Tables of the installation: no tenant's request reads or writes them. */
const SYSTEM_TABLES = ["_prisma_migrations", FUNCTIONS_TABLE, "signing_keys", "throttle_buckets"];

/**
 * Creates the role that row-level security restricts, lets our own role act as it, and grants it the tables. Returns null, or, when
 * our own role may not do so, a line for the log that says why. Everything works then; only the conditions in our statements
 * keep tenants apart.
 */
export async function prepareRlsRole(client: pg.Client): Promise<string | null> {
  try {
    if (!(await roleExists(client))) await client.query(`create role ${RLS_ROLE} nologin`);
    if (!(await canSetRole(client)))
      await client.query(`grant ${RLS_ROLE} to current_user with inherit false, set true`);
    if (!(await hasGrants(client))) await grantTables(client);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `row-level security between tenants is not in force: ${said}. As a superuser: create role ${RLS_ROLE} nologin; grant ${RLS_ROLE} to <the user of DATABASE_URL>; then start again`;
  }
}

/** Whether statements can run under row-level security: the role exists, we may act as it, and it may read the tables. */
export async function hasRls(database: Pick<pg.Client, "query">): Promise<boolean> {
  const { rows } = await database.query<{ has: boolean }>(`
    select exists (select 1 from pg_roles where rolname = '${RLS_ROLE}')
      and (select pg_has_role(current_user, oid, 'SET') from pg_roles where rolname = '${RLS_ROLE}')
      and (select bool_and(has_table_privilege('${RLS_ROLE}', c.oid, 'SELECT')) from pg_class c
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity) as has`);
  return rows[0]?.has ?? false;
}

/** What PostgreSQL knows of the role and its policies, in the order in which it matters. */
interface RlsState {
  exists: boolean;
  canSetRole: boolean;
  bypasses: boolean;
  /** Tables of which the role sees all tenants' rows. */
  unprotected: string[];
  /** Tables that the role may not read. */
  unreadable: string[];
}

const RLS_STATE = `
  with tenant_tables as (
    select c.oid, c.relname as name, c.relowner as owner, a.attname as tenant, c.relrowsecurity as is_held
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'tenants' then 'id' else 'tenant_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
  select r.oid is not null as exists, coalesce(pg_has_role(current_user, r.oid, 'SET'), false) as "canSetRole",
    coalesce(r.rolsuper or r.rolbypassrls, false) as bypasses,
    array(select name::text from tenant_tables w where not is_held or pg_has_role(r.oid, owner, 'USAGE')
      or exists (select 1 from pg_policy p where p.polrelid = w.oid and p.polpermissive and p.polname <> 'own_tenant')
      or not exists (select 1 from pg_policy p where p.polrelid = w.oid and p.polname = 'own_tenant' and p.polcmd = '*'
        and pg_get_expr(p.polqual, w.oid) = format('(%s = current_setting(''usher.tenant_id''::text, true))', tenant))
      order by name) as unprotected,
    array(select name::text from tenant_tables where not has_table_privilege(r.oid, oid, 'SELECT') order by name) as unreadable
  from (select) one left join pg_roles r on r.rolname = '${RLS_ROLE}'`;

/** Why row-level security does not hold everywhere, in words for the operator; null when it holds on every table. */
export async function findGap(database: Pick<pg.Client, "query">): Promise<string | null> {
  const { rows } = await database.query<RlsState>(RLS_STATE);
  const [found] = rows;
  if (!found?.exists) return `the role ${RLS_ROLE} is not there`;
  if (!found.canSetRole) return `the user of DATABASE_URL may not act as ${RLS_ROLE}`;
  if (found.bypasses) return `${RLS_ROLE} is a superuser or has BYPASSRLS`;
  if (found.unprotected.length > 0)
    return `row-level security does not hold ${RLS_ROLE} on ${found.unprotected.join(", ")}`;
  if (found.unreadable.length > 0) return `${RLS_ROLE} may not read ${found.unreadable.join(", ")}`;
  return null;
}

async function roleExists(client: pg.Client): Promise<boolean> {
  return (await client.query("select 1 from pg_roles where rolname = $1", [RLS_ROLE])).rowCount === 1;
}

async function canSetRole(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select pg_has_role(current_user, $1, 'SET') as may",
    [RLS_ROLE],
  );
  return rows[0]?.may ?? false;
}

async function hasGrants(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean | null }>(
    `select has_schema_privilege($1, 'public', 'USAGE') and bool_and(has_table_privilege($1, oid, 'SELECT') and has_table_privilege($1, oid, 'DELETE')) as has
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($2)`,
    [RLS_ROLE, SYSTEM_TABLES],
  );
  return rows[0]?.has ?? true;
}

async function grantTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I', name) as name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null",
    [SYSTEM_TABLES],
  );
  await client.query(`
    grant usage on schema public to ${RLS_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${RLS_ROLE};
    revoke all on ${rows.map(({ name }) => name).join(", ")} from ${RLS_ROLE}`);
}
