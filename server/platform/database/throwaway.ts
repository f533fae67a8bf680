import { type Settings, startThrowawayPostgres, type ThrowawayPostgres } from "@usher/local-postgres";
import { USHER_DATABASE } from "./embedded.ts";

/** A PostgreSQL with Usher's empty database, for one run; gone at `stop`. Fast, unless it is given other settings. */
export function startThrowawayDatabase(settings?: Settings): Promise<ThrowawayPostgres> {
  return startThrowawayPostgres({ ...USHER_DATABASE, settings });
}
