import type pg from "pg";
import { StartupError } from "../startup-error.ts";
import { applyFunctions } from "./apply-functions.ts";
import { connectClient } from "./connect.ts";
import { FUNCTIONS_FOLDER } from "./function-files.ts";
import {
  MIGRATIONS_FOLDER,
  type MigrationFile,
  migrationList,
  NO_FILTER,
  readMigrations,
} from "./migration-files.ts";
import { prepareRlsRole } from "./rls-role.ts";
import { withSchemaEngine } from "./schema-engine.ts";
import { requireServerVersion, requireWritable } from "./server-version.ts";

/** "USHER" in ASCII: the advisory lock under which one instance migrates while the others wait. */
const LOCK_KEY = 0x55_53_48_45_52;

/**
 * The connections that run migrations hold this lock together. A connection outlives its killed process until its statement ends,
 * so the next instance waits for this lock, too.
 */
const MIGRATING_KEY = LOCK_KEY + 1;

/**
 * Appended to each script, in its transaction. The engine itself records a migration only after its commit: a process killed
 * in between would leave an applied migration that counts as failed.
 */
const MARK_AS_FINISHED = `do $$ begin
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = now() where finished_at is null and rolled_back_at is null;
  end if;
end $$`;

/** The columns of `_prisma_migrations` that are read here. */
interface AppliedMigration {
  migration_name: string;
  checksum: string;
  isFinished: boolean;
}

/**
 * Applies the migrations that come with this Usher and that the database does not have. Returns their names. An advisory lock
 * lets one instance migrate while others that boot at the same time wait. Each migration is one transaction: the next start
 * retries one that failed or was cut off. Uses Prisma's table `_prisma_migrations`, so that `prisma migrate deploy` works on the
 * same database. Then applies the functions and triggers that come with this Usher, unless only some of the migrations are
 * wanted, or a newer version has migrated the database: its functions stay. Throws StartupError, also for a server that is too
 * old or read-only, before it changes anything.
 */
export async function migrateDatabase(options: {
  connectionString: string;
  log?: (line: string) => void;
  /** The folder of the migrations; prisma/migrations when left out. */
  folder?: string;
  /** The folder of the functions; prisma/functions when left out. */
  functions?: string;
  /** Applies these alone, so that tests can fill an older schema; all of the folder when left out. */
  names?: ReadonlySet<string>;
}): Promise<string[]> {
  const { connectionString, log = () => undefined, folder = MIGRATIONS_FOLDER, names: wanted } = options;
  // Other migrations make other tables, which our functions do not fit.
  const functions = options.functions ?? (options.folder === undefined ? FUNCTIONS_FOLDER : null);
  const all = await readMigrations(folder);
  const migrations = wanted ? all.filter(({ name }) => wanted.has(name)) : all;
  const client = await connectClient(connectionString, "usher migration lock");
  try {
    await requireServerVersion(client);
    await requireWritable(client);
    await takeLock(client, log);
    const applied = await readApplied(client);
    logDifferences(migrations, applied, log);
    const finished = new Set(applied.filter((row) => row.isFinished).map((row) => row.migration_name));
    const unfinished = applied.filter((row) => !row.isFinished).map((row) => row.migration_name);
    const isCurrent = migrations.every(({ name }) => finished.has(name));
    const names = isCurrent ? [] : await apply(connectionString, folder, migrations, unfinished);
    for (const name of names) log(`applied migration ${name}`);
    const isNewest = finished.isSubsetOf(new Set(all.map(({ name }) => name)));
    if (functions !== null && isNewest && migrations.length === all.length) {
      const replaced = await applyFunctions(client, functions);
      if (replaced.length > 0) log(`applied functions and triggers: ${replaced.join(", ")}`);
    }
    await prepareRls(client, log);
    return names;
  } finally {
    // The lock belongs to the session and ends with it.
    await client.end();
  }
}

async function prepareRls(client: pg.Client, log: (line: string) => void): Promise<void> {
  const problem = await prepareRlsRole(client);
  if (problem !== null) log(problem);
}

async function takeLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0");
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    LOCK_KEY,
  ]);
  if (!rows[0]?.isFree) {
    log("waiting for another instance that is migrating the database");
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
  }
  // The process that held the lock may have been killed in the middle of a statement, which PostgreSQL still runs.
  await client.query("select pg_advisory_lock($1), pg_advisory_unlock($1)", [MIGRATING_KEY]);
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const table = await client.query<{ name: string | null }>(
    "select to_regclass('_prisma_migrations') as name",
  );
  if (!table.rows[0]?.name) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select migration_name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return rows;
}

function logDifferences(
  migrations: MigrationFile[],
  applied: AppliedMigration[],
  log: (line: string) => void,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration)
      log(`the database has migration ${name}, which this version does not know: a newer one was here`);
    else if (migration.checksum !== checksum) log(`migration ${name} was changed after it was applied here`);
  }
}

async function apply(
  url: string,
  folder: string,
  migrations: MigrationFile[],
  unfinished: string[],
): Promise<string[]> {
  const failed = new Set(unfinished);
  try {
    return await withSchemaEngine(
      url,
      async (engine) => {
        // We hold the lock, so no process is running these; PostgreSQL rolled their changes back with their transaction.
        for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
        const migrationsList = migrationList(folder, migrations);
        return (await engine.applyMigrations({ migrationsList, filters: NO_FILTER })).appliedMigrationNames;
      },
      { onConnect: `select pg_advisory_lock_shared(${MIGRATING_KEY})`, afterScript: MARK_AS_FINISHED },
    );
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The database could not be migrated: ${said} Nothing of the failed migration remains; it is tried again at the next start.`,
      { cause: error },
    );
  }
}
