import { randomUUID } from "node:crypto";
import pg from "pg";
import { StartupError } from "../startup-error.ts";
import type { MigrationFile } from "./migration-files.ts";

// The table `_prisma_migrations` is Prisma's. Its columns, and what is written when, follow the sources of Prisma's engine
// (github.com/prisma/prisma-engines, schema-engine): sql-schema-connector/src/flavour/postgres.rs creates it,
// sql-schema-connector/src/sql_migration_persistence.rs and commands/src/commands/apply_migrations.rs write it.

const CREATE_TABLE = `create table _prisma_migrations (
  id                  varchar(36) primary key not null,
  checksum            varchar(64) not null,
  finished_at         timestamptz,
  migration_name      varchar(255) not null,
  logs                text,
  rolled_back_at      timestamptz,
  started_at          timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** The advisory lock that `prisma migrate` holds while it works: `acquire_lock` in flavour/postgres.rs. */
const PRISMA_LOCK = 72_707_369;

/** A statement of the script, on a line of its own, that would begin or end a transaction. */
const ENDS_TRANSACTION = /^\s*(begin|start\s+transaction|commit|rollback)(\s+(work|transaction))?\s*;/im;

/** A row of `_prisma_migrations` that was not rolled back. */
export interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** What the database says of its migrations, oldest first; nothing when Prisma's table is missing. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  if (!(await hasTable(client))) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return rows;
}

/**
 * Creates Prisma's table where it is missing. Throws StartupError when the schema holds other tables: these are not ours, and
 * ours may bear the same names.
 */
export async function prepareTable(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    if (await hasTable(client)) return;
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
         and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
       order by 1 limit 4`,
    );
    if (rows.length > 0) throw notEmpty(rows.map(({ name }) => name));
    await client.query(CREATE_TABLE);
  });
}

/**
 * Applies one migration and records it, in one transaction. Script, record and commit travel in one message: when the process is
 * killed meanwhile, the server carries all three out, or none. Returns false when another process has applied it meanwhile. A row
 * of an earlier attempt that failed is marked as rolled back, which it was: its script ran in one transaction, too. An error is
 * recorded as Prisma does, and thrown.
 */
export function applyMigration(client: pg.Client, migration: MigrationFile): Promise<boolean> {
  return applyAndRecord(client, migration, "");
}

/** The same for a migration that replaces those before it: their records are removed with what it changes. */
export function applyInstead(client: pg.Client, migration: MigrationFile): Promise<boolean> {
  const { name } = migration;
  return applyAndRecord(
    client,
    migration,
    `;delete from _prisma_migrations where migration_name < ${pg.escapeLiteral(name)}`,
  );
}

async function applyAndRecord(client: pg.Client, migration: MigrationFile, after: string): Promise<boolean> {
  const { name, script, checksum } = migration;
  if (ENDS_TRANSACTION.test(script)) throw endsTransaction(name);
  try {
    return await inTransaction(client, async () => {
      const { rows } = await client.query(
        "select 1 from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null",
        [name],
      );
      if (rows.length > 0) return false;
      await markRolledBack(client, name);
      const id = randomUUID();
      await client.query(
        `insert into _prisma_migrations (id, migration_name, checksum, started_at)
         values ($1, $2, $3, clock_timestamp())`,
        [id, name, checksum],
      );
      await client.query(`${script}${after}
;update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1 where id = '${id}';
commit`);
      return true;
    });
  } catch (error) {
    // Nothing more can be done when the database itself is gone; the error of the migration says so.
    await recordFailure(client, migration, error).catch(() => undefined);
    throw error;
  }
}

/** What the database said of a script, with the line of the script where it said so. */
export function describeFailure({ name, script }: MigrationFile, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  // PostgreSQL counts characters from 1: https://www.postgresql.org/docs/18/protocol-error-fields.html.
  const isInScript = position <= script.length;
  const line = isInScript ? `, line ${script.slice(0, position - 1).split("\n").length}` : "";
  return `migration ${name}${line}: ${said}`;
}

/**
 * A transaction that holds Prisma's lock: one process at a time migrates, be it Usher or `prisma migrate deploy`. A connection
 * outlives its killed process until its statement ends, and keeps the lock as long. The lock belongs to the transaction and not
 * to the session, so that it holds through a pooler as well. Limits on time that the role or the database sets do not apply.
 */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await client.query(WITHOUT_TIMEOUTS);
    await client.query("select pg_advisory_xact_lock($1)", [PRISMA_LOCK]);
    const result = await work();
    // "I", idle: the work has sent its own commit.
    if (client.getTransactionStatus() !== "I") await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** For the rest of the transaction. Written so because transaction_timeout came with PostgreSQL 17. */
export const WITHOUT_TIMEOUTS = `select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

async function recordFailure(client: pg.Client, migration: MigrationFile, error: unknown): Promise<void> {
  await inTransaction(client, async () => {
    await markRolledBack(client, migration.name);
    await client.query(
      `insert into _prisma_migrations (id, migration_name, checksum, started_at, logs)
       values ($1, $2, $3, clock_timestamp(), $4)`,
      [randomUUID(), migration.name, migration.checksum, describeFailure(migration, error)],
    );
  });
}

async function markRolledBack(client: pg.Client, name: string): Promise<void> {
  await client.query(
    "update _prisma_migrations set rolled_back_at = now() where migration_name = $1 and finished_at is null and rolled_back_at is null",
    [name],
  );
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>(
    "select to_regclass('_prisma_migrations') as name",
  );
  return rows[0]?.name !== null;
}

function notEmpty(names: string[]): StartupError {
  const some = names.length > 3 ? [...names.slice(0, 3), "…"] : names;
  return new StartupError(
    `The database has tables that are not Usher's (${some.join(", ")}). Nothing was changed there. Create an empty database for Usher and name it in DATABASE_URL.`,
  );
}

function endsTransaction(name: string): StartupError {
  return new StartupError(
    `Migration ${name} begins or ends a transaction. Usher runs each migration in one of its own, so that it is applied whole or not at all. Nothing of it was applied. Take BEGIN, COMMIT and ROLLBACK out of its file.`,
  );
}
