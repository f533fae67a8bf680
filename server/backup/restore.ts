import type pg from "pg";
import { createVault } from "../platform/crypto.ts";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../platform/database/migration-files.ts";
import type { Secrets } from "../secret.ts";
import type { Head } from "./format.ts";
import { verifyBackup } from "./read-backup.ts";
import { type Restored, restoreBackup } from "./restore-backup.ts";
import { occupancyOf, processesAtWork, wipe } from "./wipe.ts";

/**
 * Puts a backup into the database behind the client: as the version that made it left it, to be migrated by the next start.
 * Everything that can be refused is refused before anything is touched: a damaged file, one of a newer version, a secret that
 * does not open what is sealed in it, a database that is in use or belongs to another program. Throws with the reason.
 */
export async function restore(
  client: pg.Client,
  options: {
    url: string;
    path: string;
    /** null: there are none, as on a new machine. */
    secrets: Secrets | null;
    /** Whether it may take the place of what is there. */
    isReplacing: boolean;
    /** Makes the tables of the card provider's sandbox. */
    prepareSandbox(client: pg.Client): Promise<void>;
    log(line: string): void;
  },
): Promise<Restored> {
  const { url, path, log } = options;
  log("reading the file through");
  const head = await verifyBackup(path);
  await assertKnown(head, log);
  assertOpened(head, options.secrets);
  await assertFree(client, options.isReplacing);
  await wipe(client);
  log(`making the tables as they were on ${head.created_at}`);
  await migrateDatabase({ connectionString: url, names: new Set(head.migrations.map(({ name }) => name)) });
  await options.prepareSandbox(client);
  log("filling them");
  return restoreBackup(client, path);
}

async function assertKnown({ migrations }: Head, log: (line: string) => void): Promise<void> {
  const known = new Map((await readMigrations(MIGRATIONS_FOLDER)).map((one) => [one.name, one.checksum]));
  const [first = ""] = known.keys();
  const unknown = migrations.find(({ name }) => !known.has(name));
  if (unknown)
    throw new Error(
      `it was made by ${unknown.name < first ? "an older" : "a newer"} Usher (its database has migration ${unknown.name}): restore it with that version`,
    );
  for (const { name, checksum } of migrations)
    if (known.get(name) !== checksum) log(`migration ${name} was changed after the backup was made`);
}

function assertOpened({ sealed_with }: Head, secrets: Secrets | null): void {
  const known = [secrets?.present, ...(secrets?.previous ?? [])].flatMap((secret) =>
    secret === undefined ? [] : [createVault(secret).prefix],
  );
  if (sealed_with.every((id) => known.some((mark) => mark.endsWith(`.${id}.`)))) return;
  throw new Error(
    secrets
      ? "what is sealed in it needs another secret than the one here: set USHER_SECRET to the one it was made under (and USHER_SECRET_PREVIOUS, where one was being replaced), or put the file secret that was kept with it into the data folder"
      : "what is sealed in it needs the secret it was made under: set USHER_SECRET, or put the file secret that was kept with it into the data folder",
  );
}

async function assertFree(client: pg.Client, isReplacing: boolean): Promise<void> {
  const found = await occupancyOf(client);
  if (found === "foreign")
    throw new Error(
      "the database holds tables that are not Usher's: make an empty one and name it in DATABASE_URL",
    );
  const atWork = await processesAtWork(client);
  if (atWork.length > 0)
    throw new Error(`Usher works on this database (${atWork.join(", ")}): stop every process first`);
  if (found === "used" && !isReplacing)
    throw new Error(
      "the database is in use: take another, or say --replace to lose what is in it (npm run restore -- <file> --replace)",
    );
}
