import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { MIGRATIONS_FOLDER, readMigrations } from "../server/platform/database/migration-files.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";

/** A PgBouncer before this server, in transaction mode: a session's lock would stay on one of its connections. */
async function startPgBouncer(serverUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "usher-pgbouncer-"));
  const [server, port] = [new URL(serverUrl), await getPort()];
  const name = server.pathname.slice(1);
  const users = join(folder, "users.txt");
  await writeFile(
    users,
    `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`,
  );
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
${name} = host=${server.hostname} port=${server.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = options
`,
  );
  const asRoot = process.getuid?.() === 0;
  // PgBouncer refuses to run as root, and the user that it runs as reads the folder.
  await chmod(folder, 0o755);
  const child = spawn("/usr/sbin/pgbouncer", [...(asRoot ? ["-u", "nobody"] : []), settings], {
    stdio: "ignore",
  });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  server.hostname = "127.0.0.1";
  server.port = String(port);
  return server.href;
}

it("two instances that start at once behind PgBouncer migrate once, and leave no lock behind", async () => {
  const server = await startThrowawayDatabase();
  onTestFinished(() => server.stop());
  const connectionString = await startPgBouncer(server.url);
  const isUp = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.end();
    return true;
  };
  await expect.poll(() => isUp().catch(() => false), { timeout: 20_000 }).toBe(true);
  const all = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
  const applied = await Promise.all([
    migrateDatabase({ connectionString }),
    migrateDatabase({ connectionString }),
  ]);
  expect(applied.flat()).toEqual(all);
  expect(await migrateDatabase({ connectionString })).toEqual([]);
  const direct = new pg.Client({ connectionString: server.url });
  await direct.connect();
  const { rows } = await direct
    .query("select objid from pg_locks where locktype = 'advisory'")
    .finally(() => direct.end());
  expect(rows).toEqual([]);
});
