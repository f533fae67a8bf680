import {
  type LocalPostgres,
  LocalPostgresError,
  type LocalPostgresOptions,
  type Problem,
  startLocalPostgres,
} from "@usher/local-postgres";
import { StartupError } from "../startup-error.ts";
import { RLS_ROLE } from "./tenant-query.ts";

export type EmbeddedPostgres = LocalPostgres;

/** Usher's database, the role that owns it, and the role that its requests run as (rls-role.ts). */
export const USHER_DATABASE = { name: "usher", roles: [RLS_ROLE] };

const OTHER_FOLDER = "USHER_DATA_DIR names the data folder.";
const OTHER_SERVER = "Or set DATABASE_URL to a PostgreSQL server.";

/** Which setting of Usher's leads around a problem. */
const SETTINGS: Partial<Record<Problem, string>> = {
  folder: OTHER_FOLDER,
  no_account: OTHER_SERVER,
  no_programs: OTHER_SERVER,
};

/**
 * Starts Usher's PostgreSQL on a folder, or joins the one that another process of this clone has started there. Throws
 * StartupError.
 */
export function startEmbeddedPostgres(
  options: Pick<LocalPostgresOptions, "dataDir" | "log" | "settings" | "signal">,
): Promise<EmbeddedPostgres> {
  return startLocalPostgres({ ...options, ...USHER_DATABASE }).catch((error: unknown) => {
    if (!(error instanceof LocalPostgresError)) throw error;
    throw new StartupError([error.message, SETTINGS[error.problem]].filter(Boolean).join(" "), {
      cause: error.cause,
    });
  });
}
