import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { readMigrations } from "./migration-files.ts";

const MODULE = new URL("./migrate.ts", import.meta.url).href;

const NAME = "usher_migrate_test";

let connectionString: string;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-migrate-test-"));
  const admin = inject("adminDatabaseUrl");
  await query(admin, `drop database if exists ${NAME} with (force)`);
  await query(admin, `create database ${NAME} owner usher`);
  const url = new URL(inject("databaseUrl"));
  url.pathname = NAME;
  connectionString = url.href;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(sql).finally(() => client.end());
  return rows;
}

async function write(name: string, script: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), script);
}

/** Starts another process that migrates and prints the names of the migrations it applied. */
function migrateElsewhere() {
  const script = `
    import { migrateDatabase } from ${JSON.stringify(MODULE)};
    console.log(JSON.stringify(await migrateDatabase(${JSON.stringify({ connectionString, folder })})));`;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Boots another instance and returns the names of the migrations it applied. */
async function bootElsewhere(): Promise<string[]> {
  const child = migrateElsewhere();
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The other instance ended with ${code}.`);
  return JSON.parse(output);
}

describe("migrating", () => {
  test("applies what is missing, in order, once", { tags: ["long"] }, async () => {
    await write("20260101000000_first", "create table plans (id int primary key);");
    expect(await migrateDatabase({ connectionString, folder })).toEqual(["20260101000000_first"]);
    await write("20260102000000_second", "alter table plans add name text;");
    expect(await migrateDatabase({ connectionString, folder })).toEqual(["20260102000000_second"]);
    expect(await migrateDatabase({ connectionString, folder })).toEqual([]);
    expect(await query(connectionString, "select id, name from plans")).toEqual([]);
  });

  test("keeps Prisma's own record, with the checksum of the file", { tags: ["long"] }, async () => {
    await write("20260101000000_first", "select 1;\n");
    await migrateDatabase({ connectionString, folder });
    const rows = await query(
      connectionString,
      `select migration_name, checksum, applied_steps_count, finished_at is not null as "isFinished" from _prisma_migrations`,
    );
    // printf 'select 1;\n' | sha256sum
    const checksum = "4a45092ccf992ea92250053a80b931b787924ba61648f420555511b84f10ab6c";
    expect(rows).toEqual([
      { migration_name: "20260101000000_first", checksum, applied_steps_count: 1, isFinished: true },
    ]);
  });

  test("passes scripts on whole: semicolons in function bodies, strings and comments", {
    tags: ["long"],
  }, async () => {
    await write(
      "20260101000000_function",
      `-- one; two
       create function next_of(n int) returns int language plpgsql as $$ begin n := n + 1; return n; end $$;
       create table words (word text default 'a;b');
       insert into words default values;`,
    );
    await migrateDatabase({ connectionString, folder });
    const rows = await query(connectionString, "select next_of(1) as next, word from words");
    expect(rows).toEqual([{ next: 2, word: "a;b" }]);
  });

  test("by two instances at once, on an empty database, happens once", { tags: ["long"] }, async () => {
    await write("20260101000000_first", "create table plans (id int); select pg_sleep(0.3);");
    await write("20260102000000_second", "insert into plans values (1);");
    const applied = await Promise.all([bootElsewhere(), bootElsewhere()]);
    expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([
      [],
      ["20260101000000_first", "20260102000000_second"],
    ]);
    expect(await query(connectionString, "select id from plans")).toEqual([{ id: 1 }]);
  });

  test("says when it waits for another instance", { tags: ["long"] }, async () => {
    await write("20260101000000_first", "select pg_sleep(1);");
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await Promise.all([
      migrateDatabase({ connectionString, folder, log }),
      migrateDatabase({ connectionString, folder, log }),
    ]);
    expect(lines).toContain("waiting for another instance that is migrating the database");
  });
});

describe("a migration that fails", () => {
  test("is rolled back, reported, and retried at the next start", { tags: ["long"] }, async () => {
    const name = "20260101000000_first";
    await write(name, "create table plans (id int); insert into nowhere values (1);");
    const attempt = migrateDatabase({ connectionString, folder });
    await expect(attempt).rejects.toThrow(
      /^The database could not be migrated: .*relation "nowhere" does not exist/,
    );
    expect(await query(connectionString, "select to_regclass('plans') as plans")).toEqual([{ plans: null }]);
    await write(name, "create table plans (id int);");
    expect(await migrateDatabase({ connectionString, folder })).toEqual([name]);
  });

  test("because its process was killed is retried at the next start", { tags: ["long"] }, async () => {
    const name = "20260101000000_first";
    await write(name, "create table plans (id int);");
    await migrateDatabase({ connectionString, folder });
    await query(connectionString, "drop table plans; update _prisma_migrations set finished_at = null");
    expect(await migrateDatabase({ connectionString, folder })).toEqual([name]);
    expect(await query(connectionString, "select id from plans")).toEqual([]);
  });

  test("whose killed process left its statement running is waited for, and its result counts", {
    tags: ["long"],
  }, async () => {
    await write("20260101000000_first", "create table plans (id int); select pg_sleep(1.5);");
    const child = migrateElsewhere();
    const isAtWork = async () => {
      const at = "state = 'active' and query like '%pg_sleep(1.5)%' and pid <> pg_backend_pid()";
      return (await query(connectionString, `select pid from pg_stat_activity where ${at}`)).length;
    };
    await expect.poll(isAtWork, { timeout: 45_000, interval: 20 }).toBe(1);
    child.kill("SIGKILL");
    expect(await migrateDatabase({ connectionString, folder })).toEqual([]);
    expect(await query(connectionString, "select id from plans")).toEqual([]);
  });
});

describe("a migration is refused", () => {
  const name = "20260101000000_first";

  test.each([
    "begin;\ncreate table plans (id int);\ncommit;",
    "create table plans (id int);\n  ROLLBACK;",
    "START TRANSACTION;\nselect 1;",
  ])("before it starts when it begins or ends a transaction: %j", { tags: ["long"] }, async (script) => {
    await write(name, script);
    await expect(migrateDatabase({ connectionString, folder })).rejects.toThrow(
      `Migration ${name} begins or ends a transaction.`,
    );
    expect(await query(connectionString, "select to_regclass('plans') as plans")).toEqual([{ plans: null }]);
    expect(await query(connectionString, "select 1 from _prisma_migrations")).toEqual([]);
  });

  test("when it cannot run in a transaction", { tags: ["long"] }, async () => {
    await write(name, "create table plans (id int);\ncreate index concurrently plans_id on plans (id);");
    await expect(migrateDatabase({ connectionString, folder })).rejects.toThrow(
      `The database could not be migrated: migration ${name}: CREATE INDEX CONCURRENTLY cannot run inside a transaction block.`,
    );
    expect(await query(connectionString, "select to_regclass('plans') as plans")).toEqual([{ plans: null }]);
  });

  test("on a database that holds other tables", { tags: ["long"] }, async () => {
    await query(connectionString, "create table theirs (id int)");
    await write(name, "create table plans (id int);");
    await expect(migrateDatabase({ connectionString, folder })).rejects.toThrow(
      "The database has tables that are not Usher's (theirs). Nothing was changed there. Create an empty database",
    );
    const left = "select to_regclass('_prisma_migrations') as history, to_regclass('plans') as plans";
    expect(await query(connectionString, left)).toEqual([{ history: null, plans: null }]);
  });
});

test("a migration of a newer version that failed stays as it is, and ours are applied", {
  tags: ["long"],
}, async () => {
  await write("20260101000000_first", "create table plans (id int);");
  await write("20270101000000_newer", "insert into nowhere values (1);");
  await expect(migrateDatabase({ connectionString, folder })).rejects.toThrow("20270101000000_newer, line 1");
  await rm(join(folder, "20270101000000_newer"), { recursive: true });
  await write("20260102000000_second", "alter table plans add name text;");
  expect(await migrateDatabase({ connectionString, folder })).toEqual(["20260102000000_second"]);
  const unfinished =
    "select migration_name, rolled_back_at from _prisma_migrations where finished_at is null";
  expect(await query(connectionString, unfinished)).toEqual([
    { migration_name: "20270101000000_newer", rolled_back_at: null },
  ]);
});

test("limits on time that the role sets do not end a migration, nor the wait for another instance", {
  tags: ["long"],
}, async () => {
  await write("20260101000000_first", "create table plans (id int); select pg_sleep(0.4);");
  for (const limit of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
    await query(connectionString, `alter role usher in database ${NAME} set ${limit} = '100ms'`);
  const applied = await Promise.all([
    migrateDatabase({ connectionString, folder }),
    migrateDatabase({ connectionString, folder }),
  ]);
  expect(applied.flat()).toEqual(["20260101000000_first"]);
});

describe("a history that differs is logged and not changed:", () => {
  test("but line ends may be those of Windows", async () => {
    await write("20260101000000_first", "select 1;\nselect 2;\n");
    await migrateDatabase({ connectionString, folder });
    await write("20260101000000_first", "select 1;\r\nselect 2;\r\n");
    const lines: string[] = [];
    await migrateDatabase({ connectionString, folder, log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
  });

  test("a newer version was here, a script was edited", { tags: ["long"] }, async () => {
    await write("20260101000000_first", "select 1;");
    await write("20270101000000_newer", "select 1;");
    await migrateDatabase({ connectionString, folder });
    await rm(join(folder, "20270101000000_newer"), { recursive: true });
    await write("20260101000000_first", "select 2;");
    const lines: string[] = [];
    expect(await migrateDatabase({ connectionString, folder, log: (line) => lines.push(line) })).toEqual([]);
    expect(lines).toEqual([
      "migration 20260101000000_first was changed after it was applied here",
      "the database has migration 20270101000000_newer, which this version does not know: a newer one was here",
    ]);
  });
});

test("a folder without migrations holds none", { tags: ["long"] }, async () => {
  expect(await readMigrations(join(folder, "absent"))).toEqual([]);
});
