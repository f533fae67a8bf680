import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { StartupError } from "../startup-error.ts";
import { type DatabaseFunction, readFunctions } from "./function-files.ts";

/** What was applied, and what the server made of it. Beside Prisma's own table, and like that one no part of the schema. */
export const FUNCTIONS_TABLE = "_usher_functions";

const CREATE_TABLE = `create table "${FUNCTIONS_TABLE}" (
  "name" text primary key, "checksum" text not null, "definition" text not null, "applied_at" timestamptz not null)`;

/** Definitions in the server's words, by name; several functions of one name count as one. */
const DEFINITIONS = `
  select name, encode(sha256(convert_to(string_agg(definition, ';' order by definition), 'UTF8')), 'hex') as definition
  from (
    select proname::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and proname = any($1)
    union all
    select format('%s on %s', tgname, relname), pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and format('%s on %s', tgname, relname) = any($1)
  ) as present group by name`;

/**
 * A trigger is created under a lock that waits for writers of its table, and writers then wait for us. Half a second is less
 * than PostgreSQL's deadlock_timeout: in a deadlock it is this transaction that gives up, not a request's.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 200;
const ATTEMPTS = 100;

/** Codes of PostgreSQL (appendix A of its manual). */
const BUSY = ["55P03", "40P01"];
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Brings functions and triggers to the text in the folder, and returns the names of those it applied: whose file changed, or
 * that are missing or different in the database. All of them in one transaction; an error leaves everything as it was. A
 * function without a file stays: a migration drops it. Needs the migration lock. Throws StartupError.
 */
export async function applyFunctions(client: pg.Client, folder: string): Promise<string[]> {
  try {
    const all = await readFunctions(folder);
    for (let attempt = 1; ; attempt++) {
      const changed = await findChanged(client, all);
      if (changed.length === 0) return [];
      try {
        await apply(client, changed);
        return changed.map(({ name }) => name);
      } catch (error) {
        if (attempt === ATTEMPTS || !BUSY.includes(codeOf(error))) throw error;
        await pause(PAUSE_MS);
      }
    }
  } catch (error) {
    throw explain(error);
  }
}

async function findChanged(client: pg.Client, all: DatabaseFunction[]): Promise<DatabaseFunction[]> {
  if (!(await hasTable(client))) return all;
  const { rows } = await client.query<{ name: string; checksum: string; definition: string }>(
    `select name, checksum, definition from "${FUNCTIONS_TABLE}"`,
  );
  const applied = new Map(rows.map((row) => [row.name, row]));
  const present = await readDefinitions(client, all);
  return all.filter(({ name, checksum }) => {
    const row = applied.get(name);
    return row?.checksum !== checksum || row.definition !== present.get(name);
  });
}

async function apply(client: pg.Client, changed: DatabaseFunction[]): Promise<void> {
  // A body may name a function that comes later.
  await client.query(
    `begin; set local check_function_bodies = off; set local lock_timeout = ${LOCK_TIMEOUT_MS}`,
  );
  try {
    if (!(await hasTable(client))) await client.query(CREATE_TABLE);
    for (const { statement } of changed) await client.query(statement);
    const present = await readDefinitions(client, changed);
    for (const { name, checksum } of changed)
      await client.query(
        `insert into "${FUNCTIONS_TABLE}" values ($1, $2, $3, now()) on conflict ("name") do update
         set "checksum" = excluded."checksum", "definition" = excluded."definition", "applied_at" = excluded."applied_at"`,
        [name, checksum, present.get(name)],
      );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string | null }>("select to_regclass($1) as name", [
    `public.${FUNCTIONS_TABLE}`,
  ]);
  return rows[0]?.name !== null;
}

async function readDefinitions(client: pg.Client, all: DatabaseFunction[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(DEFINITIONS, [
    all.map(({ name }) => name),
  ]);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function explain(error: unknown): StartupError {
  const said = error instanceof Error ? error.message : String(error);
  const advice =
    codeOf(error) === INSUFFICIENT_PRIVILEGE
      ? " The user of DATABASE_URL must own Usher's tables and functions and be allowed to create in the schema public: give them to that user, then start again."
      : "";
  return new StartupError(
    `The database's functions could not be brought up to date: ${said}.${advice} Nothing of them was changed; the next start tries again.`,
    { cause: error },
  );
}
