import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrateDatabase } from "../server/platform/database/migrate.ts";

// Debian 12's own PostgreSQL, which is too old.
const BIN = "/usr/lib/postgresql/15/bin";
const home = mkdtempSync(join(tmpdir(), "usher-pg15-"));
const data = join(home, "data");
const connectionString = `postgres://usher@localhost/postgres?host=${encodeURIComponent(home)}`;

/** PostgreSQL does not run as root; Debian's package brings the account postgres. */
function run(program: string, ...parameters: string[]): void {
  const isRoot = process.getuid?.() === 0;
  const command = [join(BIN, program), ...parameters];
  const [file = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...command] : command;
  execFileSync(file, rest, { stdio: "ignore", cwd: home });
}

beforeAll(() => {
  // The account postgres writes there, in a folder of a random name that goes after the test.
  chmodSync(home, 0o777);
  run("initdb", "--pgdata", data, "--username", "usher", "--auth", "trust", "--no-sync");
  const options = `-c listen_addresses='' -c unix_socket_directories='${home}' -c fsync=off`;
  run("pg_ctl", "start", "--wait", "--pgdata", data, "--log", join(home, "log"), "--options", options);
});

afterAll(() => {
  run("pg_ctl", "stop", "--wait", "--mode", "immediate", "--pgdata", data);
  rmSync(home, { recursive: true, force: true });
});

it("PostgreSQL 15 is refused before any migration, and nothing is changed there", async () => {
  await expect(migrateDatabase({ connectionString })).rejects.toThrow(
    /is PostgreSQL 15\..*needs 16 or newer\. Nothing was changed/,
  );
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
  await client.end();
  expect(rows).toEqual([]);
});
