import { join } from "node:path";
import { makeMemberResetLink } from "../domain/auth/reset-member.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { startEmbeddedPostgres } from "../platform/database/embedded.ts";
import { createLog } from "../platform/log.ts";
import { EmailInput } from "../platform/schema/common.ts";
import { createCardProviders } from "../providers/open.ts";
import { requireSecrets } from "../secret.ts";
import { openServices } from "../services.ts";

// npm run reset-password -- <address>: prints a link under which a member of the dashboard chooses a new password, in
// DATABASE_URL or the embedded database, beside a running Usher or without one. Exit 0: the link stands on the standard output;
// 1: no member has the address; 2: it could not look.

async function makeLink(email: string) {
  const config = readConfig();
  const { present, previous } = await requireSecrets(config);
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: () => undefined });
  try {
    const { services, close } = await openServices({
      config,
      connectionString: config.databaseUrl ?? embedded?.url ?? "",
      baseUrl: (config.baseUrl ?? `http://localhost:${config.port}`).replace(/\/$/, ""),
      secret: present,
      previousSecrets: previous,
      clock: systemClock,
      log: createLog("silent"),
      openCardProvider: createCardProviders({ sandbox: "" }),
      // It makes a link and sets nothing going.
      jobs: { send: async () => undefined },
    });
    return await makeMemberResetLink(services, email).finally(close);
  } finally {
    await embedded?.stop();
  }
}

const given = EmailInput.safeParse(process.argv[2] ?? "");
if (!given.success) {
  process.stderr.write("Say whose password: npm run reset-password -- ada@example.com\n");
  process.exitCode = 2;
} else {
  try {
    const made = await makeLink(given.data);
    if (made) {
      process.stdout.write(`${made.link}\n`);
      process.stderr.write(
        `The link works once, until ${made.expiresAt.toISOString()}. Give it to ${given.data} alone: whoever opens it chooses the password.\n`,
      );
    } else process.stderr.write(`No member of the dashboard has the address ${given.data}.\n`);
    process.exitCode = made ? 0 : 1;
  } catch (error) {
    process.stderr.write(`No link was made: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
