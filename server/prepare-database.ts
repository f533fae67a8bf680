import { join } from "node:path";
import { screen } from "../scripts/bootstrap/screen.mjs";
import { during, stopping } from "./during.ts";
import type { Config } from "./platform/config.ts";
import { startEmbeddedPostgres } from "./platform/database/embedded.ts";
import { migrateDatabase } from "./platform/database/migrate.ts";
import { retryTimeouts } from "./retry-timeouts.ts";

/** The database that is configured, or the embedded one, which is started; stops takes how that is ended. */
export async function openDatabase(config: Config, stops: (() => Promise<void>)[]): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  return during("starting the embedded PostgreSQL", async (step) => {
    let say = step.say;
    const { signal } = stopping;
    const dataDir = join(config.dataDir, "postgres");
    const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => say(line), signal });
    // What it says later is no part of this step.
    say = screen.note;
    stops.push(() => postgres.stop());
    return postgres.url;
  });
}

/** Brings the database up to date, however long it takes. Throws StartupError. */
export function migrate(config: Config, connectionString: string): Promise<unknown> {
  return during("migrating the database", (step) => {
    let count = 0;
    const onApplied = (kind: string, _: string, of: number) => {
      count = count < of ? count + 1 : 1;
      step.progress(`${kind} ${count} of ${of}`);
    };
    const work = () => migrateDatabase({ connectionString, log: step.say, onApplied });
    // A server elsewhere that does not answer is not a busy machine: the start says so and ends.
    return config.databaseUrl ? work() : retryTimeouts(work, stopping.signal);
  });
}
