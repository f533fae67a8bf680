import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anEmptyDatabase } from "../../testing/own-database.ts";
import { migrateDatabase } from "./migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "./migration-files.ts";

// The real command line of Prisma, with its own engine. scripts/schema-engine/stdio.ts says why the engine is WebAssembly here.

const ROOT = join(import.meta.dirname, "..", "..", "..");
const ALL = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
const NEXT = "29990101000000_next";

let connectionString: string;
let folder: string;

beforeEach(async () => {
  connectionString = await anEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "usher-prisma-test-"));
  await writeFile(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `prisma migrate …` with the migrations of a folder, and returns what it printed and its exit code. */
async function prismaMigrate(migrations: string, ...args: string[]) {
  const config = join(folder, "prisma.config.mjs");
  const schema = join(ROOT, "prisma", "schema");
  const content = { schema, migrations: { path: migrations }, datasource: { url: connectionString } };
  await writeFile(config, `export default ${JSON.stringify(content)};\n`);
  const cli = join(ROOT, "node_modules", "prisma", "build", "index.js");
  const child = spawn(process.execPath, [cli, "migrate", ...args, "--config", config], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      PRISMA_SCHEMA_ENGINE_BINARY: join(ROOT, "scripts", "schema-engine", "stdio.ts"),
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, said: stripVTControlCharacters(output + errors) };
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

async function write(name: string, script: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), script);
}

/** What must be equal whether Usher or Prisma's command line applied the migrations. */
async function records() {
  return {
    columns: await query(
      `select column_name, data_type, character_maximum_length, is_nullable, column_default
       from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`,
    ),
    rows: await query(
      `select migration_name, checksum, logs, rolled_back_at, applied_steps_count, length(id) as id,
         finished_at >= started_at as "isInOrder" from _prisma_migrations order by migration_name`,
    ),
  };
}

describe("prisma migrate", { timeout: 120_000 }, () => {
  test("has nothing to do on a database that Usher migrated, and keeps the same records", async () => {
    expect(await migrateDatabase({ connectionString })).toEqual(ALL);
    const ours = await records();
    const status = await prismaMigrate(MIGRATIONS_FOLDER, "status");
    expect(status.said).toContain("Database schema is up to date!");
    const deployed = await prismaMigrate(MIGRATIONS_FOLDER, "deploy");
    expect(deployed.said).toContain("No pending migrations to apply.");
    expect([status.code, deployed.code]).toEqual([0, 0]);

    connectionString = await anEmptyDatabase();
    expect(await prismaMigrate(MIGRATIONS_FOLDER, "deploy")).toMatchObject({ code: 0 });
    expect(await records()).toEqual(ours);
    expect(await migrateDatabase({ connectionString })).toEqual([]);
  });

  test("goes on where Usher stopped, and Usher where it stopped", async () => {
    for (const name of ALL) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
    await write(NEXT, 'alter table "customers" add column "next" int;');
    expect(await prismaMigrate(MIGRATIONS_FOLDER, "deploy")).toMatchObject({ code: 0 });
    expect(await migrateDatabase({ connectionString, folder })).toEqual([NEXT]);

    connectionString = await anEmptyDatabase();
    expect(await migrateDatabase({ connectionString })).toEqual(ALL);
    const deployed = await prismaMigrate(folder, "deploy");
    expect(deployed.said).toContain("All migrations have been successfully applied.");
    expect(await migrateDatabase({ connectionString, folder })).toEqual([]);
  });

  test("reports a migration that failed under Usher, and Usher retries one that failed under it", async () => {
    await write("20260101000000_first", "create table plans (id int);");
    await write("20260102000000_second", "create table seats (id int);\ninsert into nowhere values (1);");
    const attempt = migrateDatabase({ connectionString, folder });
    await expect(attempt).rejects.toThrow(
      'migration 20260102000000_second, line 2: relation "nowhere" does not exist. Nothing of the failed migration remains',
    );
    const status = await prismaMigrate(folder, "status");
    expect(status.said).toContain("Following migration have failed:\n20260102000000_second");
    const refused = await prismaMigrate(folder, "deploy");
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("P3009")]);
    await prismaMigrate(folder, "resolve", "--rolled-back", "20260102000000_second");

    const failed = await prismaMigrate(folder, "deploy");
    expect([failed.code, failed.said]).toEqual([1, expect.stringContaining('relation "nowhere"')]);
    await write("20260102000000_second", "create table seats (id int);");
    expect(await migrateDatabase({ connectionString, folder })).toEqual(["20260102000000_second"]);
    const again = await prismaMigrate(folder, "deploy");
    expect(again.said).toContain("No pending migrations to apply.");
  });
});
