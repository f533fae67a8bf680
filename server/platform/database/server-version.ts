import type pg from "pg";
import { StartupError } from "../startup-error.ts";

/** pg_has_role(…, 'SET') and `grant … with inherit, set`, by which row-level security is prepared, came with PostgreSQL 16. */
const LEAST_MAJOR = 16;

/** Refuses a server that is too old before anything is changed there. Throws StartupError. */
export async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  );
  const [server] = rows;
  if (server) refuseOldServer(Number(server.number), server.name);
}

/** number as PostgreSQL says it (server_version_num): 150018 is 15.18. */
export function refuseOldServer(number: number, name: string): void {
  if (Math.floor(number / 10_000) >= LEAST_MAJOR) return;
  throw new StartupError(
    `The database server is PostgreSQL ${name}, and Usher needs ${LEAST_MAJOR} or newer. Nothing was changed there. Upgrade the server, or point DATABASE_URL at another one.`,
  );
}
