// @module-tag ci
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { anEmptyDatabase, ownDatabase } from "../../testing/own-database.ts";
import { FUNCTIONS_FOLDER, readFunctions } from "./function-files.ts";
import { migrateDatabase } from "./migrate.ts";

let folder: string;
let connectionString: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-functions-test-"));
  await cp(FUNCTIONS_FOLDER, folder, { recursive: true });
  return () => rm(folder, { recursive: true, force: true });
});

async function query<T extends pg.QueryResultRow>(sql: string, url = connectionString): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(sql).finally(() => client.end());
  return rows;
}

/** Every function and trigger of the schema public that no extension brought, as the server describes it. */
const DEFINITIONS = `
  select p.proname || coalesce(': ' || t.tgname || ' on ' || c.relname, '') as name,
    coalesce(pg_get_triggerdef(t.oid), pg_get_functiondef(p.oid)) as definition, p.prosrc as body
  from pg_proc p
  cross join lateral (select null::oid as oid union all select oid from pg_trigger where tgfoid = p.oid and not tgisinternal) o
  left join pg_trigger t on t.oid = o.oid left join pg_class c on c.oid = t.tgrelid
  where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, 2`;

const definitions = (url?: string) =>
  query<{ name: string; definition: string; body: string }>(DEFINITIONS, url);

/** Starts with the functions of the folder; returns the names of those that were applied. */
async function start(functions = folder, url = connectionString): Promise<string[]> {
  const applied: string[] = [];
  await migrateDatabase({
    connectionString: url,
    functions,
    onApplied: (kind, name) => void (kind === "function" && applied.push(name)),
  });
  return applied;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

describe("a freshly migrated database", () => {
  beforeAll(async () => {
    connectionString = await ownDatabase();
  });

  it("has the functions and triggers of the files, no other, and none that differs", async () => {
    const fresh = await definitions();
    const files = (await readdir(FUNCTIONS_FOLDER)).toSorted();
    const functions = fresh.filter(({ name }) => !name.includes(": "));
    expect(functions.map(({ name }) => `${name}.sql`).toSorted()).toEqual(files);
    const statements = await readFunctions(FUNCTIONS_FOLDER);
    const names = fresh.map(({ name }) => name.replace(/^\w+: /, ""));
    expect(names.toSorted()).toEqual(statements.map(({ name }) => name).toSorted());
    for (const { name, body } of functions) {
      const text = await readFile(join(FUNCTIONS_FOLDER, `${name}.sql`), "utf8");
      expect([name, text.split("$$")[1]]).toEqual([name, body]);
    }
    // Applied once more, the files change nothing.
    await query("drop table _usher_functions");
    expect((await start()).toSorted()).toEqual(names.toSorted());
    expect(await definitions()).toEqual(fresh);
  });

  it("gets each trigger from the file of the function that it calls", async () => {
    for (const { name } of (await definitions()).filter((found) => found.name.includes(": "))) {
      const [owner = "", trigger = ""] = name.split(": ");
      const text = await readFile(join(FUNCTIONS_FOLDER, `${owner}.sql`), "utf8");
      expect(text, name).toContain(`trigger "${trigger.split(" on ")[0]}"`);
    }
  });

  it("says in each file which rule it holds", async () => {
    for (const file of await readdir(FUNCTIONS_FOLDER))
      expect(await readFile(join(FUNCTIONS_FOLDER, file), "utf8"), file).toMatch(/^-- [A-Z]/);
  });
});

describe("a file that changed", () => {
  beforeEach(async () => {
    connectionString = await ownDatabase();
  });

  it("is applied at the next start, once, and nothing else is", { tags: ["long"] }, async () => {
    expect(await start()).toEqual([]);
    await edit("usher_new_id.sql", "prefix || '_'", "prefix || '-'");
    expect(await start()).toEqual(["usher_new_id"]);
    const [made] = await query<{ id: string }>("select usher_new_id('aud', now()) as id");
    expect(made?.id).toMatch(/^aud-/);
    expect(await start()).toEqual([]);
  });

  it("brings its triggers along", { tags: ["long"] }, async () => {
    await edit("usher_queue_webhooks.sql", "after insert on", "after insert or delete on");
    await edit("usher_queue_webhooks.sql", '  referencing new table as "written" for', "  for");
    expect(await start()).toEqual(["events_queue_webhooks on events"]);
    const found = (await definitions()).find(({ name }) =>
      name.endsWith(": events_queue_webhooks on events"),
    );
    expect(found?.definition).toContain("AFTER INSERT OR DELETE ON public.events");
  });

  it("and fails leaves every function as it was, and says so", { tags: ["long"] }, async () => {
    const before = await definitions();
    await edit("usher_new_id.sql", "prefix || '_'", "prefix || '-'");
    await edit(
      "usher_queue_webhooks.sql",
      '"events_queue_webhooks" after insert on "events"',
      '"x" on "nowhere"',
    );
    await expect(start()).rejects.toThrow(
      /functions could not be brought up to date: .* Nothing of them was changed/s,
    );
    expect(await definitions()).toEqual(before);
  });

  it("is applied once by two instances that start at once", { tags: ["long"] }, async () => {
    await edit("usher_new_id.sql", "prefix || '_'", "prefix || '-'");
    expect((await Promise.all([start(), start()])).flat()).toEqual(["usher_new_id"]);
  });

  it("waits for requests that write to the trigger's table, and none of them fails", {
    tags: ["long"],
  }, async () => {
    await edit("usher_queue_webhooks.sql", "after insert on", "after insert or delete on");
    await edit("usher_queue_webhooks.sql", '  referencing new table as "written" for', "  for");
    const writer = new pg.Client({ connectionString });
    await writer.connect();
    await writer.query("begin; lock table events in row exclusive mode");
    const starting = start();
    const waits = "select pid from pg_locks where relation = 'events'::regclass and not granted";
    await expect.poll(async () => (await query(waits)).length, { timeout: 45_000, interval: 20 }).toBe(1);
    await expect.poll(async () => (await query(waits)).length, { timeout: 45_000, interval: 20 }).toBe(0);
    await writer.query("commit").finally(() => writer.end());
    expect(await starting).toEqual(["events_queue_webhooks on events"]);
  });

  it("is refused to a user that does not own the functions, with what to do", {
    tags: ["long"],
  }, async () => {
    await query(
      `do $$ begin create role usher_stranger login password 'strange'; exception when duplicate_object then null; end $$;
       grant select on _prisma_migrations, _usher_functions to usher_stranger`,
      Object.assign(new URL(inject("adminDatabaseUrl")), { pathname: new URL(connectionString).pathname })
        .href,
    );
    await edit("usher_new_id.sql", "prefix || '_'", "prefix || '-'");
    const stranger = Object.assign(new URL(connectionString), {
      username: "usher_stranger",
      password: "strange",
    });
    await expect(start(folder, stranger.href)).rejects.toThrow(
      /permission denied for schema public.*must own Usher's tables and functions.*start again/s,
    );
  });
});

describe("a function in the database", () => {
  beforeEach(async () => {
    connectionString = await ownDatabase();
  });

  it("that differs from its file gets the file's text again", { tags: ["long"] }, async () => {
    const before = await definitions();
    await query(`
      create or replace function usher_new_id(prefix text, moment timestamptz) returns text language sql as 'select prefix';
      drop trigger events_queue_webhooks on events`);
    expect(await start()).toEqual(["usher_new_id", "events_queue_webhooks on events"]);
    expect(await definitions()).toEqual(before);
  });

  it("stays when its file is gone, until a migration drops it", async () => {
    await rm(join(folder, "usher_new_id.sql"));
    expect(await start()).toEqual([]);
    expect((await definitions()).map(({ name }) => name)).toContain("usher_new_id");
  });

  it("stays as a newer version left it", async () => {
    await edit("usher_new_id.sql", "prefix || '_'", "prefix || '-'");
    await query(
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'x', '29990101000000_later', now())",
    );
    expect(await start()).toEqual([]);
  });
});

describe("a database whose functions come from migrations only", () => {
  it("is brought to the same text as a fresh one", { tags: ["long"] }, async () => {
    const fresh = await definitions(inject("databaseUrl"));
    const older = await anEmptyDatabase();
    await migrateDatabase({ connectionString: older, functions: join(folder, "absent") });
    expect(await query("select to_regclass('_usher_functions') as name", older)).toEqual([{ name: null }]);
    expect(await start(FUNCTIONS_FOLDER, older)).toHaveLength(fresh.length);
    expect(await definitions(older)).toEqual(fresh);
  });
});

it("a file must define the function that it is named after", async () => {
  await writeFile(join(folder, "usher_other.sql"), 'create or replace function "usher_use"() …');
  await expect(readFunctions(folder)).rejects.toThrow(
    'usher_other.sql must contain: create or replace function "usher_other"(',
  );
});
