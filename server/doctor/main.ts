import { join } from "node:path";
import pg from "pg";
import { readConfig } from "../platform/config.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { describeFindings, examine } from "./examine.ts";
import { INVARIANTS } from "./invariants.ts";

// npm run doctor: examines DATABASE_URL, or the embedded database, beside a running Usher or without one. Exit 0: all is well;
// 1: something is wrong, told line by line; 2: it could not look.

const UNDEFINED_TABLE = "42P01";

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  const config = readConfig();
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: () => undefined });
  const client = new pg.Client({ connectionString: config.databaseUrl ?? embedded?.url });
  try {
    await client.connect();
    const findings = await examine(client);
    if (findings.length === 0) process.stdout.write(`✓ ${INVARIANTS.length} invariants hold.\n`);
    else process.stdout.write(`${describeFindings(findings)}\n`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await client.end();
    await embedded?.stop();
  }
} catch (error) {
  const isEmpty = error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE;
  const line = isEmpty ? "this database has no tables yet; start Usher on it first." : wordsOf(error);
  process.stderr.write(`The doctor cannot look: ${line}\n`);
  process.exitCode = 2;
}
