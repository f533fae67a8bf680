import { join } from "node:path";
import pg from "pg";
import { readConfig } from "../platform/config.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { StartupError } from "../platform/startup-error.ts";
import { describeFindings, examine } from "./examine.ts";
import { INVARIANTS } from "./invariants.ts";

// npm run doctor: examines DATABASE_URL, or the embedded database, beside a running Usher or without one. Exit 0: all is well;
// 1: something is wrong, told line by line; 2: it could not look.

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
  const line = error instanceof StartupError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`The doctor cannot look: ${line}\n`);
  process.exitCode = 2;
}
