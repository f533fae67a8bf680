import type pg from "pg";
import { StartupError } from "../startup-error.ts";
import { connectClient } from "./connect.ts";
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

/** Shared by the connections on which migrations run. One outlives its process until its statement has ended. */
const WORK_KEY = LOCK_KEY + 1;

/**
 * Ends each script of the engine, which by itself notes only afterwards what it has done: whoever is killed in between would
 * leave a migration that is there and counts as failed.
 */
const NOTE_AS_FINISHED = `do $$ begin
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = now() where finished_at is null and rolled_back_at is null;
  end if;
end $$`;

/** A row of Prisma's own table, as far as it matters here. */
interface AppliedMigration {
  migration_name: string;
  checksum: string;
  isFinished: boolean;
}

/**
 * Brings the database to the migrations that come with this Usher, and returns the names of those it applied.
 * Instances that boot at the same time take turns. A migration is one transaction: one that failed, or was cut off,
 * is tried again at the next start. A server that is too old, or read-only, is refused before. The table is Prisma's `_prisma_migrations`, so that `prisma migrate deploy`
 * works on the same database. Throws StartupError.
 */
export async function migrateDatabase(options: {
  connectionString: string;
  log?: (line: string) => void;
  /** Another folder than prisma/migrations. */
  folder?: string;
  /** These alone, for data that is older than we are; all of the folder when left out. */
  names?: ReadonlySet<string>;
}): Promise<string[]> {
  const { connectionString, log = () => undefined, folder = MIGRATIONS_FOLDER, names: wanted } = options;
  const all = await readMigrations(folder);
  const migrations = wanted ? all.filter(({ name }) => wanted.has(name)) : all;
  const client = await connectClient(connectionString, "usher migration lock");
  try {
    await requireServerVersion(client);
    await requireWritable(client);
    await takeLock(client, log);
    const applied = await readApplied(client);
    tellDifferences(migrations, applied, log);
    const finished = new Set(applied.filter((row) => row.isFinished).map((row) => row.migration_name));
    if (migrations.every(({ name }) => finished.has(name))) {
      await wall(client, log);
      return [];
    }
    const unfinished = applied.filter((row) => !row.isFinished).map((row) => row.migration_name);
    const names = await apply(connectionString, folder, migrations, unfinished);
    for (const name of names) log(`applied migration ${name}`);
    await wall(client, log);
    return names;
  } finally {
    // The lock belongs to the session and ends with it.
    await client.end();
  }
}

async function wall(client: pg.Client, log: (line: string) => void): Promise<void> {
  const missing = await prepareRlsRole(client);
  if (missing !== null) log(missing);
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
  // Its holder may have been killed in the middle of a statement, which goes on without it.
  await client.query("select pg_advisory_lock($1), pg_advisory_unlock($1)", [WORK_KEY]);
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

function tellDifferences(
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
        // We hold the lock: nobody is at work on these, and what they did was rolled back with their transaction.
        for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName });
        const migrationsList = migrationList(folder, migrations);
        return (await engine.applyMigrations({ migrationsList, filters: NO_FILTER })).appliedMigrationNames;
      },
      { onConnect: `select pg_advisory_lock_shared(${WORK_KEY})`, afterScript: NOTE_AS_FINISHED },
    );
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `The database could not be migrated: ${said} Nothing of the failed migration remains; it is tried again at the next start.`,
      { cause: error },
    );
  }
}
