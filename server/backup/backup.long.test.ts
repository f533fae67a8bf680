import { createWriteStream } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzipSync, gzipSync } from "node:zlib";
import { prepareSandboxTables } from "@usher/stripe-sandbox";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { MIGRATIONS_FOLDER } from "../platform/database/migration-files.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { aCustomer, aStage } from "../testing/stage.ts";
import { openWorld, SECRET, unique } from "../testing/world.ts";
import { listTables } from "./catalogue.ts";
import { verifyBackup } from "./read-backup.ts";
import { restore } from "./restore.ts";
import { backupOf } from "./write-backup.ts";

/** Words that a text format could stumble over, one of them longer than what is read at once. */
const STRANGE = ["\\.", "a\nb\\.\n\\.", "tab\tand \\N", "", "  ", "ünïcödé 🦀", "x".repeat(300_000)];

let folder: string;
let source: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-backup-test-"));
  source = await ownDatabase();
  const world = await openWorld({ environment: { DATABASE_URL: source } });
  const stage = await aStage(world);
  await aCustomer(stage);
  for (const [index, name] of STRANGE.entries())
    await world.services.db.customer.create({
      data: {
        tenantId: stage.id,
        id: `cus_${index}`,
        externalId: `strange-${index}`,
        name,
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
  await aStage(world);
  await world.close();
  file = await backup(source);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function backup(url: string): Promise<string> {
  const path = join(folder, unique("backup"));
  await connected(url, (client) =>
    pipeline(Readable.from(backupOf(client)), createGzip(), createWriteStream(path)),
  );
  return path;
}

/** An empty database of its own. */
async function emptyDatabase(): Promise<string> {
  const name = unique("usher").replace("-", "_");
  await connected(inject("adminDatabaseUrl"), (admin) => admin.query(`create database ${name} owner usher`));
  const url = new URL(inject("databaseUrl"));
  url.pathname = name;
  return url.href;
}

interface Wish {
  path?: string;
  secrets?: { present: string; previous: string[] } | null;
  isReplacing?: boolean;
}

const putBack = (url: string, { path = file, secrets, isReplacing = false }: Wish = {}) =>
  connected(url, (client) =>
    restore(client, {
      url,
      path,
      secrets: secrets === undefined ? { present: SECRET, previous: [] } : secrets,
      isReplacing,
      prepareSandbox: prepareSandboxTables,
      log: () => undefined,
    }),
  );

/** Every table's rows, and the value of each sequence, in a few characters each. */
const contentsOf = (url: string) =>
  connected(url, async (client) => {
    const contents: Record<string, string> = {};
    for (const { name } of await listTables(client)) {
      const sql = `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as is from ${name} t`;
      contents[name] = (await client.query<{ is: string }>(sql)).rows[0]?.is ?? "";
    }
    const { rows } = await client.query<{ name: string; is: string }>(
      "select schemaname || '.' || sequencename as name, last_value::text as is from pg_sequences where schemaname <> 'jobs'",
    );
    for (const { name, is } of rows) contents[name] = is;
    return contents;
  });

/** Constraints and triggers that hold, which a restore takes away for a while. */
const guardsOf = (url: string) =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ guard: string }>(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as guard
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by guard`);
    return rows.map(({ guard }) => guard);
  });

describe("a backup that is restored", () => {
  let target: string;

  beforeAll(async () => {
    target = await emptyDatabase();
    const { counts, leftOut } = await putBack(target);
    expect(leftOut).toEqual([]);
    expect(counts["public.tenants"]).toBe(2);
  });

  it("gives every row of every table and every sequence back, and what guards them", async () => {
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    expect(await guardsOf(target)).toEqual(await guardsOf(source));
  });

  it("takes the place of what is there only when that is said", async () => {
    await connected(target, (client) => client.query("update customers set name = 'changed'"));
    await expect(putBack(target)).rejects.toThrow(/the database is in use.*--replace/);
    await putBack(target, { isReplacing: true });
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
  });

  it("is of the version that made it, and the next start migrates it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "usher-migrations-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
    const next = "29990101000000_next";
    await mkdir(join(folder, next));
    await writeFile(join(folder, next, "migration.sql"), 'alter table "customers" add column "next" int;');
    const newer = await emptyDatabase();
    await putBack(newer, { path: await backup(source) });
    expect(await migrateDatabase({ connectionString: newer, folder })).toEqual([next]);
  });

  it("leaves out a table of another program in our schema, and says so", async () => {
    const other = await ownDatabase();
    await connected(other, (client) =>
      client.query("create table notes (id int); insert into notes values (1)"),
    );
    // The secret that it was made under is being replaced.
    const secrets = { present: "x".repeat(32), previous: [SECRET] };
    const { leftOut } = await putBack(await emptyDatabase(), { path: await backup(other), secrets });
    expect(leftOut).toEqual(["public.notes"]);
  });
});

describe("a restore touches nothing when", () => {
  it.each([
    ["a byte was changed", (text: Buffer) => gzipSync(text.fill("!", 5_000, 5_001)), /checksum is wrong/],
    ["its end is missing", (text: Buffer) => gzipSync(text.subarray(0, -200)), /checksum is wrong/],
    ["it was cut off", (text: Buffer) => gzipSync(text).subarray(0, 9_000), /cannot be unpacked/],
    ["it is another file", () => Buffer.from("hello"), /cannot be unpacked/],
  ])("%s", async (_, damage, reason) => {
    const target = await emptyDatabase();
    const path = join(folder, unique("damaged"));
    await writeFile(path, damage(gunzipSync(await readFile(file))));
    await expect(putBack(target, { path })).rejects.toThrow(reason);
    expect(await contentsOf(target)).toEqual({});
  });

  it.each([
    ["a newer", "29990101000000_later"],
    ["an older", "20260101000000_earlier"],
  ])("%s Usher made it", async (which, name) => {
    const other = await ownDatabase();
    await connected(other, (client) =>
      client.query(
        "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'x', $1, now())",
        [name],
      ),
    );
    const path = await backup(other);
    await expect(putBack(await emptyDatabase(), { path })).rejects.toThrow(
      new RegExp(`${which} Usher.*${name}`),
    );
  });

  it.each([
    ["another secret", { present: "x".repeat(32), previous: [] }, /needs another secret/],
    ["no secret", null, /needs the secret/],
  ])("what is sealed in it meets %s", async (_, secrets, reason) => {
    await expect(putBack(await emptyDatabase(), { secrets })).rejects.toThrow(reason);
  });

  it("the database belongs to another program, even when asked to overwrite it", async () => {
    const target = await emptyDatabase();
    await connected(target, (client) => client.query("create table theirs (id int)"));
    await expect(putBack(target, { isReplacing: true })).rejects.toThrow(/not Usher's/);
  });

  it("a process works on it", async () => {
    const target = await ownDatabase();
    const worker = new pg.Client({ connectionString: target, application_name: "usher-worker" });
    await worker.connect();
    await expect(putBack(target)).rejects.toThrow(/Usher works on this database \(usher-worker\)/);
    await worker.end();
  });
});

describe("a backup", () => {
  it("describes itself, and holds no secret that opens it", async () => {
    const head = await verifyBackup(file);
    expect(head.sealed_with).toHaveLength(1);
    expect(head.migrations.length).toBeGreaterThan(15);
    expect(gunzipSync(await readFile(file)).includes(SECRET)).toBe(false);
  });

  it("is refused to a role that sees one tenant alone, rather than made of a part", async () => {
    const name = unique("reader").replace("-", "_");
    await connected(inject("adminDatabaseUrl"), (admin) =>
      admin.query(`create role ${name} login password 'reader'`),
    );
    await connected(source, (client) =>
      client.query(
        `grant usage on schema public, stripe_sandbox to ${name}; grant select on all tables in schema public, stripe_sandbox to ${name}; grant select on all sequences in schema public, stripe_sandbox to ${name}`,
      ),
    );
    const reader = new URL(source);
    reader.username = name;
    reader.password = "reader";
    await expect(backup(reader.href)).rejects.toThrow(/row-level security policy/);
  });
});
