import type pg from "pg";
import { StartupError } from "../startup-error.ts";
import { applyFunctions } from "./apply-functions.ts";
import {
  type AppliedMigration,
  applyMigration,
  describeFailure,
  prepareTable,
  readApplied,
  WITHOUT_TIMEOUTS,
} from "./apply-migrations.ts";
import { connectClient } from "./connect.ts";
import { FUNCTIONS_FOLDER } from "./function-files.ts";
import { isUnchanged, MIGRATIONS_FOLDER, type MigrationFile, readMigrations } from "./migration-files.ts";
import { prepareRlsRole } from "./rls-role.ts";
import { requireServerVersion, requireWritable } from "./server-version.ts";
import { takeOver } from "./take-over.ts";

/** "USHER" in ASCII: the advisory lock under which one instance migrates while the others wait. */
const LOCK_KEY = 0x55_53_48_45_52;

/**
 * Applies the migrations that come with this Usher and that the database does not have. Returns their names. An advisory lock
 * lets one instance migrate while others that boot at the same time wait. Each migration is one transaction: the next start
 * retries one that failed or was cut off. Keeps Prisma's table `_prisma_migrations`, so that `prisma migrate deploy` works on the
 * same database, before and after. Then applies the functions and triggers that come with this Usher, unless only some of the
 * migrations are wanted, or a newer version has migrated the database: its functions stay. Throws StartupError, also for a server
 * that is too old or read-only, before it changes anything. See docs/decisions/029.
 */
export async function migrateDatabase(options: {
  connectionString: string;
  /** Takes what a person should know, a line each. */
  log?: (line: string) => void;
  /** Is called after each migration, and for each function and trigger once all of them are applied; `of` is how many there are. */
  onApplied?: (kind: "migration" | "function", name: string, of: number) => void;
  /** The folder of the migrations; prisma/migrations when left out. */
  folder?: string;
  /** The folder of the functions; prisma/functions when left out. */
  functions?: string;
  /** Applies these alone, so that tests can fill an older schema; all of the folder when left out. */
  names?: ReadonlySet<string>;
}): Promise<string[]> {
  const { connectionString, log = () => undefined, folder = MIGRATIONS_FOLDER, names: wanted } = options;
  const { onApplied = () => undefined } = options;
  // Other migrations make other tables, which our functions do not fit.
  const functions = options.functions ?? (options.folder === undefined ? FUNCTIONS_FOLDER : null);
  const all = await readMigrations(folder);
  const migrations = wanted ? all.filter(({ name }) => wanted.has(name)) : all;
  const lock = await connectClient(connectionString, "usher migration lock");
  try {
    await requireServerVersion(lock);
    await requireWritable(lock);
    await takeLock(lock, log);
    const client = await connectClient(connectionString, "usher migrations");
    try {
      const before = await readApplied(client);
      const taken = await takeOver(client, all, before);
      if (taken !== null) log(`the database of the version before was taken over: it has ${taken} now`);
      const applied = taken === null ? before : await readApplied(client);
      logDifferences(migrations, applied, log);
      const finished = new Set(applied.filter((row) => row.isFinished).map((row) => row.name));
      const missing = migrations.filter(({ name }) => !finished.has(name));
      const names = await apply(client, missing, (name) => onApplied("migration", name, missing.length));
      const isNewest = finished.isSubsetOf(new Set(all.map(({ name }) => name)));
      if (functions !== null && isNewest && migrations.length === all.length) {
        const replaced = await applyFunctions(client, functions);
        for (const name of replaced) onApplied("function", name, replaced.length);
      }
      await prepareRls(client, log);
      return names;
    } finally {
      await client.end();
    }
  } finally {
    // The lock belongs to the transaction and ends with it.
    await lock.end();
  }
}

async function prepareRls(client: pg.Client, log: (line: string) => void): Promise<void> {
  const problem = await prepareRlsRole(client);
  if (problem !== null) log(problem);
}

/**
 * Waits until no other instance migrates. The lock belongs to a transaction, which stays open until the connection ends: through
 * a pooler that lends connections by the transaction, a lock of the session would stay behind on a connection of the pooler's.
 */
async function takeLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  await client.query("begin");
  await client.query(WITHOUT_TIMEOUTS);
  const { rows } = await client.query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isFree"',
    [LOCK_KEY],
  );
  if (rows[0]?.isFree) return;
  log("waiting for another instance that is migrating the database");
  await client.query("select pg_advisory_xact_lock($1)", [LOCK_KEY]);
}

function logDifferences(
  migrations: MigrationFile[],
  applied: AppliedMigration[],
  log: (line: string) => void,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      log(`the database has migration ${name}, which this version does not know: a newer one was here`);
    else if (!isUnchanged(migration, checksum))
      log(`migration ${name} was changed after it was applied here`);
  }
}

/** Applies these in order, and returns the names of those that no other process has applied meanwhile. */
async function apply(
  client: pg.Client,
  missing: MigrationFile[],
  onApplied: (name: string) => void,
): Promise<string[]> {
  const names: string[] = [];
  if (missing.length > 0) await prepareTable(client);
  for (const migration of missing) {
    try {
      if (!(await applyMigration(client, migration))) continue;
      names.push(migration.name);
      onApplied(migration.name);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      throw new StartupError(
        `The database could not be migrated: ${describeFailure(migration, error)}. Nothing of the failed migration remains; it is tried again at the next start.`,
        { cause: error },
      );
    }
  }
  return names;
}
