import { join } from "node:path";
import { readConfig } from "../platform/config.ts";
import { createVault } from "../platform/crypto.ts";
import { connectClient } from "../platform/database/connect.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { requireSecrets } from "../secret.ts";
import { reseal } from "./reseal.ts";

// npm run rotate-secret: seals everything at rest with the present secret, in DATABASE_URL or the embedded database, beside a
// running Usher or without one. Exit 0: nothing needs the previous secrets any more; 1: something cannot be opened; 2: it
// could not look.

try {
  const config = readConfig();
  const { present, previous } = await requireSecrets(config);
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: () => undefined });
  try {
    const client = await connectClient(config.databaseUrl ?? embedded?.url ?? "", "usher-rotate-secret");
    const outcomes = await reseal(client, createVault(present, previous)).finally(() => client.end());
    for (const { name, resealed, unopened } of outcomes) {
      process.stdout.write(`${unopened.length > 0 ? "✗" : "✓"} ${name}: ${resealed} sealed anew\n`);
      for (const row of unopened) process.stdout.write(`    none of the secrets opens ${row}\n`);
    }
    const lost = outcomes.reduce((sum, { unopened }) => sum + unopened.length, 0);
    process.stdout.write(
      lost === 0
        ? "Nothing at rest needs the previous secrets any more. Links in mails that were sent before do, until you take them away.\n"
        : `${lost} rows cannot be opened: add the secret they were sealed with to USHER_SECRET_PREVIOUS.\n`,
    );
    process.exitCode = lost === 0 ? 0 : 1;
  } finally {
    await embedded?.stop();
  }
} catch (error) {
  process.stderr.write(
    `The secret cannot be rotated: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
