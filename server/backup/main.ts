import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { prepareSandboxTables } from "@usher/stripe-sandbox";
import type pg from "pg";
import { type Config, readConfig } from "../platform/config.ts";
import { connectClient } from "../platform/database/connect.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { knownSecrets } from "../secret.ts";
import type { Counts } from "./format.ts";
import { DamagedBackup, verifyBackup } from "./read-backup.ts";
import { restore } from "./restore.ts";
import { backupOf } from "./write-backup.ts";

// npm run backup -- [file]                      everything in DATABASE_URL, or in the embedded database, beside a running Usher
// npm run restore -- <file> [--replace|--check]  back into an empty one; --replace: in place of what is there; --check: only reads
// Exit 0: done; 1: refused or failed, and why.

const NAME = "usher-backup";

const say = (line: string) => process.stderr.write(`${line}\n`);
const rowsIn = (counts: Counts) => Object.values(counts).reduce((sum, rows) => sum + rows, 0);

/** Works on DATABASE_URL, or on the embedded database, which is started where it does not run and stopped again. */
async function withDatabase<T>(
  config: Config,
  work: (url: string, client: pg.Client) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres") });
  try {
    const url = config.databaseUrl ?? embedded?.url ?? "";
    const client = await connectClient(url, NAME);
    return await work(url, client).finally(() => client.end());
  } finally {
    await embedded?.stop();
  }
}

/** An older backup is never written over. */
async function assertNew(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`${path} is there already: name another file`);
}

/** Writes to a temporary file, syncs it and renames it, so that an incomplete file never has a backup's name. Only we may read it. */
async function writeWhole(path: string, contents: Readable): Promise<void> {
  const aside = `${path}.part`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await pipeline(contents, createGzip(), createWriteStream(aside, { mode: 0o600, flush: true }));
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

async function backup(config: Config, path: string): Promise<void> {
  if (path !== "-") await assertNew(path);
  await withDatabase(config, async (_, client) => {
    let counts: Counts = {};
    const contents = Readable.from(
      (async function* () {
        counts = yield* backupOf(client);
      })(),
    );
    if (path === "-") await pipeline(contents, createGzip(), process.stdout, { end: false });
    else await writeWhole(path, contents);
    say(
      `✓ ${rowsIn(counts)} rows of ${Object.keys(counts).length} tables are in ${path === "-" ? "it" : path}`,
    );
  });
  say(
    `  Not in it: the secret (${config.secret ? "USHER_SECRET" : join(config.dataDir, "secret")}). Keep a copy of that elsewhere: without it nothing starts from this backup.`,
  );
}

async function putBack(config: Config, path: string, isReplacing: boolean): Promise<void> {
  const secrets = await knownSecrets(config);
  await withDatabase(config, async (url, client) => {
    const { counts, leftOut } = await restore(client, {
      url,
      path,
      secrets,
      isReplacing,
      prepareSandbox: prepareSandboxTables,
      log: (line) => say(`· ${line}`),
    });
    for (const name of leftOut) say(`? ${name} is no table of Usher's and was left out`);
    say(`✓ ${rowsIn(counts)} rows of ${Object.keys(counts).length} tables are back. Now: npm run doctor`);
  });
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false }, check: { type: "boolean", default: false } },
  });
  const [command, path] = positionals;
  if (!path || positionals.length !== 2 || (command !== "backup" && command !== "restore"))
    throw new Error("name one file: npm run backup -- <file>, npm run restore -- <file> [--replace|--check]");
  const config = readConfig();
  if (command === "backup") await backup(config, path);
  else if (values.check) {
    const head = await verifyBackup(path);
    say(`✓ ${path} is whole: of ${head.created_at}, from PostgreSQL ${head.postgresql}`);
  } else await putBack(config, path, values.replace);
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  say(
    error instanceof DamagedBackup ? `✗ The file cannot be used: ${said}.` : `✗ ${said.replace(/\.$/, "")}.`,
  );
  process.exitCode = 1;
}
