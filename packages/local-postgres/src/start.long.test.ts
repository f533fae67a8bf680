import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type LocalPostgres, startLocalPostgres } from "./index.ts";

const MODULE = new URL("./index.ts", import.meta.url).href;

/** One data folder, through everything that happens to it; what a test damages it mends, or makes anew. */
let dataDir: string;
let started: LocalPostgres[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "local-postgres-test-"));
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const server of started) await server.stop();
  started = [];
  children = [];
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dataDir });
  started.push(server);
  return server;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(sql).finally(() => client.end());
  return rows;
}

/** Another process on the same folder, which starts the server and then runs the code; its lines can be awaited. */
function otherProcess(code: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const script = `
    import pg from "pg";
    import { startLocalPostgres } from ${JSON.stringify(MODULE)};
    const server = await startLocalPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, lines };
}

function isServing(url: string): Promise<boolean> {
  return query(url, "select 1").then(
    () => true,
    () => false,
  );
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "data", "postmaster.pid"), "utf8"), 10);
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

describe("the embedded PostgreSQL", () => {
  test("keeps data, address and passwords over a restart", async () => {
    const first = await start();
    await query(first.url, "create table kept (id int); insert into kept values (7)");
    await first.stop();
    expect(existsSync(join(dataDir, "data", "postmaster.pid"))).toBe(false);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select id from kept")).toEqual([{ id: 7 }]);
  });

  test("is durable, speaks UTF-8 and UTC, and gives the program no superuser", async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
         current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
         current_setting('max_connections')::int >= 200 as "isRoomy",
         (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`,
    );
    expect(settings).toEqual({
      fsync: "on",
      commit: "on",
      encoding: "UTF8",
      zone: "UTC",
      isRoomy: true,
      isSuperuser: false,
    });
    expect((await stat(join(dataDir, "passwords.json"))).mode & 0o077).toBe(0);
  });

  test("loses nothing committed when program and PostgreSQL are both killed", async () => {
    const { child, lines } = otherProcess(`
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query("create table committed (id int primary key)");
      for (let id = 1; ; id++) {
        await client.query("insert into committed values ($1)", [id]);
        console.log(id);
      }`);
    let acknowledged = 0;
    while (acknowledged < 200) acknowledged = Number((await lines.next()).value);
    process.kill(await postmasterPid(), "SIGKILL");
    await killed(child);
    for (let line = await lines.next(); !line.done; line = await lines.next())
      acknowledged = Number(line.value) || acknowledged;
    const { url } = await start();
    const [found] = await query<{ ids: number }>(url, "select count(*)::int as ids from committed");
    expect(found?.ids).toBeGreaterThanOrEqual(acknowledged);
  });

  test("joins the server that a killed process left behind, and stops it in the end", async () => {
    const { child, lines } = otherProcess("console.log(server.url); setInterval(() => {}, 1000);");
    const url = (await lines.next()).value;
    const pid = await postmasterPid();
    await killed(child);
    expect(await isServing(url)).toBe(true);
    const server = await start();
    expect(server.url).toBe(url);
    expect(await postmasterPid()).toBe(pid);
    await server.stop();
    expect(await isServing(url)).toBe(false);
  });

  test("is shared by processes on one folder and stopped by the last", async () => {
    const { child, lines } = otherProcess(`
      console.log(server.url);
      process.stdin.once("data", () => server.stop().then(() => process.exit(0)));`);
    const url = (await lines.next()).value;
    const mine = await start();
    expect(mine.url).toBe(url);
    const exit = once(child, "exit");
    child.stdin?.write("stop\n");
    await exit;
    expect(await query(mine.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await mine.stop();
    expect(await isServing(url)).toBe(false);
  });

  test("is started again, at the same address, when it dies under a running process", async () => {
    const { url } = await start();
    process.kill(await postmasterPid(), "SIGKILL");
    await vi.waitUntil(() => isServing(url), { timeout: 20_000, interval: 200 });
  });

  test("is made anew when the first attempt was cut off", async () => {
    await rm(join(dataDir, "data"), { recursive: true });
    await mkdir(join(dataDir, "data.new", "base"), { recursive: true });
    await writeFile(join(dataDir, "data.new", "PG_VERSION"), "18\n");
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("is opened though a full disk, or a crash, left a lock that says nothing", async () => {
    await writeFile(join(dataDir, "lock"), "");
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("is made once when two processes start at the same moment", async () => {
    await rm(join(dataDir, "data"), { recursive: true });
    await rm(join(dataDir, "passwords.json"));
    const both = [otherProcess("console.log(server.url); setInterval(() => {}, 1000);")];
    both.push(otherProcess("console.log(server.url); setInterval(() => {}, 1000);"));
    const urls = await Promise.all(both.map(async ({ lines }) => (await lines.next()).value));
    expect(urls[0]).toMatch(/^postgresql:/);
    expect(urls[1]).toBe(urls[0]);
    for (const { child } of both) await killed(child);
    await start();
  });

  test("clears a pid file whose number belongs to another process by now", async () => {
    const file = join(dataDir, "data", "postmaster.pid");
    await writeFile(
      file,
      `${process.pid}\n${join(dataDir, "data")}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
    );
    const { url } = await start();
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("a data folder that cannot be opened gives one line of reason:", () => {
  test("another major version", async () => {
    await writeFile(join(dataDir, "data", "PG_VERSION"), "15\n");
    await expect(start()).rejects.toThrow(
      /made by PostgreSQL 15, and PostgreSQL 18 is installed here: dump it/,
    );
    await writeFile(join(dataDir, "data", "PG_VERSION"), "18\n");
  });

  test("lost passwords", async () => {
    await rename(join(dataDir, "passwords.json"), join(dataDir, "elsewhere.json"));
    await expect(start()).rejects.toThrow(/passwords\.json is missing.*restore the file/);
    await rename(join(dataDir, "elsewhere.json"), join(dataDir, "passwords.json"));
  });

  test("a file where the folder should be", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    const attempt = startLocalPostgres({ dataDir: file });
    await expect(attempt).rejects.toThrow(/did not start: .*file holds something else: move it away/);
  });

  test("a damaged database", async () => {
    await rm(join(dataDir, "data", "global", "pg_control"));
    await expect(start()).rejects.toThrow(/^The embedded PostgreSQL did not start: [^\n]*pg_control[^\n]*$/);
  });
});
