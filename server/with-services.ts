import { join } from "node:path";
import { readBaseUrl } from "./base-url.ts";
import { systemClock } from "./platform/clock.ts";
import { readConfig } from "./platform/config.ts";
import { connectClient } from "./platform/database/connect.ts";
import { startEmbeddedPostgres } from "./platform/database/embedded.ts";
import { createLog } from "./platform/log.ts";
import type { Services } from "./platform/scope.ts";
import { createCardProviders } from "./providers/open.ts";
import { requireSecrets } from "./secret.ts";
import { openServices } from "./services.ts";

/**
 * Does the work of a program that an operator runs by hand, in DATABASE_URL or the embedded database, beside a running Usher or
 * without one. It sets no jobs going. Throws StartupError when the secret is missing or another, and an error with the address
 * when the database cannot be reached.
 */
export async function withServices<T>(name: string, work: (services: Services) => Promise<T>): Promise<T> {
  const config = readConfig();
  const { present, previous } = await requireSecrets(config);
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, "postgres"), log: () => undefined });
  try {
    const connectionString = config.databaseUrl ?? embedded?.url ?? "";
    // Its error says which database cannot be reached, and why.
    await (await connectClient(connectionString, name)).end();
    const { services, close } = await openServices({
      config,
      connectionString,
      baseUrl: await readBaseUrl(config),
      secret: present,
      previousSecrets: previous,
      clock: systemClock,
      log: createLog("silent"),
      openCardProvider: createCardProviders({ sandbox: "" }),
      jobs: { send: async () => undefined },
    });
    return await work(services).finally(close);
  } finally {
    await embedded?.stop();
  }
}
