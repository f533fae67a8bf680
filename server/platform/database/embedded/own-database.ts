import pg from "pg";
import { RLS_ROLE } from "../tenant-query.ts";

/** The role and the database of Usher have one name. */
export const OWNER_ROLE = "usher";

const HOLDER_NAME = "usher holder";

/**
 * Opens the session by which this process says that it uses the server. The session dies with the process, whatever
 * ends it, so that nobody has to guess from process ids who is still there. It does not keep the process alive.
 */
export async function hold(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: HOLDER_NAME,
    keepAlive: true,
  });
  // The server going away is noticed, and told, by those who want something of it.
  client.on("error", () => undefined);
  await client.connect();
  // pg has `unref` since 8.6, its types do not.
  const held: pg.Client & { unref?: () => void } = client;
  held.unref?.();
  return client;
}

/** How many processes use the server, this one included. 0 when the server does not answer this one any more. */
export async function countHolders(holder: pg.Client): Promise<number> {
  const sql = "select count(*)::int as holders from pg_stat_activity where application_name = $1";
  const answer = await holder.query<{ holders: number }>(sql, [HOLDER_NAME]).catch(() => undefined);
  return answer?.rows[0]?.holders ?? 0;
}

/** Makes Usher's role and database where they are missing; the role owns the database and is nothing more. */
export async function ensureOwnDatabase(admin: pg.Client, password: string): Promise<void> {
  const role = await admin.query("select 1 from pg_roles where rolname = $1", [OWNER_ROLE]);
  if (role.rowCount === 0) {
    await admin.query(`create role ${OWNER_ROLE} login password ${admin.escapeLiteral(password)}`);
  }
  // Its member alone may act as it; see wall-role.ts.
  const wall = await admin.query("select 1 from pg_roles where rolname = $1", [RLS_ROLE]);
  if (wall.rowCount === 0) {
    await admin.query(`create role ${RLS_ROLE} nologin`);
    await admin.query(`grant ${RLS_ROLE} to ${OWNER_ROLE} with inherit false, set true`);
  }
  const database = await admin.query("select 1 from pg_database where datname = $1", [OWNER_ROLE]);
  if (database.rowCount === 0) {
    await admin.query(`create database ${OWNER_ROLE} owner ${OWNER_ROLE}`);
  }
}
