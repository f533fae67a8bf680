import pg from "pg";

/** What the database of a program is called, and the roles beside its owner. */
export interface OwnDatabase {
  /** The name of the database and of the role that owns it. */
  name: string;
  /** Roles without login that the owner may `set role` to; it does not inherit their rights. */
  roles: readonly string[];
}

const holderName = (name: string) => `${name} holder`;

/**
 * Opens the session by which this process shows that it uses the server. The session ends with the process, whatever
 * ends it, so that process ids, which are reused, do not matter. It does not keep the process alive.
 */
export async function hold(adminUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: holderName(name),
    keepAlive: true,
  });
  // A lost connection is reported by the next query; the caller watches for its end.
  client.on("error", () => undefined);
  await client.connect();
  // pg has `unref` since 8.6, its types do not.
  const held: pg.Client & { unref?: () => void } = client;
  held.unref?.();
  return client;
}

/** How many processes use the server, this one included. 0 when the server does not answer this one any more. */
export async function countHolders(holder: pg.Client, name: string): Promise<number> {
  const sql = "select count(*)::int as holders from pg_stat_activity where application_name = $1";
  const answer = await holder.query<{ holders: number }>(sql, [holderName(name)]).catch(() => undefined);
  return answer?.rows[0]?.holders ?? 0;
}

/** Makes the owner, its roles and its database where they are missing; the owner is no superuser. */
export async function ensureOwnDatabase(
  admin: pg.Client,
  { name, roles }: OwnDatabase,
  password: string,
): Promise<void> {
  const owner = admin.escapeIdentifier(name);
  if (!(await hasRole(admin, name)))
    await admin.query(`create role ${owner} login password ${admin.escapeLiteral(password)}`);
  for (const role of roles) {
    if (await hasRole(admin, role)) continue;
    await admin.query(`create role ${admin.escapeIdentifier(role)} nologin`);
    await admin.query(`grant ${admin.escapeIdentifier(role)} to ${owner} with inherit false, set true`);
  }
  const database = await admin.query("select 1 from pg_database where datname = $1", [name]);
  if (database.rowCount === 0) await admin.query(`create database ${owner} owner ${owner}`);
}

async function hasRole(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query("select 1 from pg_roles where rolname = $1", [name]);
  return rowCount !== 0;
}
