import { join } from "node:path";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import pg from "pg";
import { systemClock } from "../platform/clock.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { createVault } from "../platform/crypto.ts";
import { connectClient } from "../platform/database/connect.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { findGap } from "../platform/database/rls-role.ts";
import { createLog } from "../platform/log.ts";
import { openSigningKey } from "../platform/signing-keys.ts";
import { createCardProviders } from "../providers/open.ts";
import { requireSecrets, type Secrets } from "../secret.ts";
import { openServices } from "../services.ts";
import { describeFindings, examine } from "./examine.ts";
import { INVARIANTS } from "./invariants.ts";
import { compareProviders } from "./providers.ts";

// npm run doctor: checks DATABASE_URL, or the embedded database; Usher may be running. Exit code 0: no findings; 1: findings, one
// line each; 2: the database could not be checked.

const UNDEFINED_TABLE = "42P01";

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The secrets, checked against the values encrypted in this database. Throws StartupError, which names the setting, when they do not match. */
async function checkedSecrets(config: Config, client: pg.Client): Promise<Secrets> {
  const { rows } = await client.query<{ kid: string; privateSealed: string }>(
    `select kid, private_sealed as "privateSealed" from signing_keys`,
  );
  const secrets = await requireSecrets(config);
  const vault = createVault(secrets.present, secrets.previous);
  for (const row of rows) openSigningKey(vault, row);
  return secrets;
}

/** Compares every subscription by card with its provider and prints the differences; true when there are none. */
async function reportProviders(config: Config, connectionString: string, secrets: Secrets): Promise<boolean> {
  const sandbox = config.sandboxUrl
    ? null
    : await createStripeSandbox({ databaseUrl: connectionString, host: "127.0.0.1", port: 0 });
  let opened: Awaited<ReturnType<typeof openServices>> | undefined;
  try {
    opened = await openServices({
      config,
      connectionString,
      baseUrl: config.baseUrl ?? "http://localhost",
      secret: secrets.present,
      previousSecrets: secrets.previous,
      clock: systemClock,
      log: createLog("silent"),
      openCardProvider: createCardProviders({ sandbox: config.sandboxUrl ?? sandbox?.url ?? "" }),
      // The doctor only reads and starts no jobs.
      jobs: { send: async () => undefined },
    });
    const { compared, wrong, unasked } = await compareProviders(opened.services);
    if (wrong.length > 0)
      process.stdout.write(
        `✗ drift: We and the card provider differ (${wrong.length})\n${wrong.join("\n")}\n`,
      );
    else process.stdout.write(`✓ ${compared} subscriptions agree with their card provider.\n`);
    if (unasked.length > 0) process.stdout.write(`? Card providers not asked:\n${unasked.join("\n")}\n`);
    return wrong.length === 0;
  } finally {
    await opened?.close();
    await sandbox?.close();
  }
}

try {
  const config = readConfig();
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: () => undefined });
  let client: pg.Client | undefined;
  try {
    const url = config.databaseUrl ?? embedded?.url ?? "";
    client = await connectClient(url, "usher-doctor");
    // First, because comparing the providers may take long.
    const secrets = await checkedSecrets(config, client);
    const gap = await findGap(client);
    process.stdout.write(
      gap === null
        ? "✓ Row-level security between tenants is in force.\n"
        : `? Row-level security between tenants is not in force: ${gap}.\n`,
    );
    const findings = await examine(client);
    if (findings.length === 0) process.stdout.write(`✓ ${INVARIANTS.length} invariants hold.\n`);
    else process.stdout.write(`${describeFindings(findings)}\n`);
    const isWell = await reportProviders(config, url, secrets);
    process.exitCode = findings.length === 0 && isWell ? 0 : 1;
  } finally {
    await client?.end();
    await embedded?.stop();
  }
} catch (error) {
  const isEmpty = error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE;
  const line = isEmpty ? "this database has no tables yet; start Usher on it first." : messageOf(error);
  process.stderr.write(`The doctor cannot look: ${line}\n`);
  process.exitCode = 2;
}
