import type pg from "pg";
import { StartupError } from "../startup-error.ts";

/** pg_has_role(…, 'SET') and `grant … with inherit, set`, by which row-level security is prepared, came with PostgreSQL 16. */
const MINIMUM_MAJOR = 16;

/** Refuses a server that is too old before anything is changed there. Throws StartupError. */
export async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  );
  const [server] = rows;
  if (server) refuseOldServer(Number(server.number), server.name);
}

/** Throws StartupError for a server that is too old. number is server_version_num: 150018 is 15.18. */
export function refuseOldServer(number: number, name: string): void {
  if (Math.floor(number / 10_000) >= MINIMUM_MAJOR) return;
  throw new StartupError(
    `The database server is PostgreSQL ${name}, and Usher needs ${MINIMUM_MAJOR} or newer. Nothing was changed there. Upgrade the server, or point DATABASE_URL at another one.`,
  );
}

/** Refuses a read-only server before anything is changed there. Throws StartupError. */
export async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(
    "select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only",
  );
  const [server] = rows;
  if (server?.is_standby)
    throw new StartupError(
      "The database server is a standby (a replica), which takes no writes. Nothing was changed there. Point DATABASE_URL at the primary server, or promote this one.",
    );
  if (server?.is_read_only)
    throw new StartupError(
      "The database is read-only, and Usher has to write. Nothing was changed there. Look at default_transaction_read_only of the server, the database and the role, and at the managed service's free disk space.",
    );
}
