import { createServer } from "node:http";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import pg from "pg";
import { createApplication } from "../server/domain/applications/create-application.ts";
import { createTenant } from "../server/domain/tenants/create-tenant.ts";
import { createApi } from "../server/http/api.ts";
import { listen } from "../server/http/listen.ts";
import { systemClock } from "../server/platform/clock.ts";
import { readConfig } from "../server/platform/config.ts";
import { randomSecret } from "../server/platform/crypto.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { createLog } from "../server/platform/log.ts";
import { systemScope } from "../server/platform/scope.ts";
import { createCardProviders } from "../server/providers/open.ts";
import { sandboxIssuerSecret } from "../server/providers/sandbox-keys.ts";
import { openServices } from "../server/services.ts";
import { parentOf } from "./processes.ts";

/** The API as it runs in production, with log and metrics: every entry point but the pages. On a migrated database. */
export async function serveApi(environment: NodeJS.Dict<string>) {
  const config = readConfig({ NODE_ENV: "production", ...environment });
  const { services, close } = await openServices({
    config,
    connectionString: config.databaseUrl ?? "",
    baseUrl: config.baseUrl ?? "http://127.0.0.1",
    secret: config.secret ?? "",
    clock: systemClock,
    log: createLog(config.logLevel),
    openCardProvider: createCardProviders({ sandbox: config.sandboxUrl ?? "http://127.0.0.1:1" }),
    ...(config.sandboxUrl && { sandboxUrl: config.sandboxUrl }),
    jobs: { send: async () => {} },
  });
  const server = createServer(createApi(services));
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`;
  const end = async () => {
    server.closeAllConnections();
    server.close();
    await close();
  };
  return { services, url, close: end };
}

/**
 * A PostgreSQL of its own until the stack ends, and the API on it in this process, which prepares what is measured. With a
 * sandbox of the card provider where one is asked for.
 */
export async function aServer(
  stack: AsyncDisposableStack,
  { baseUrl = "http://127.0.0.1", hasSandbox = false } = {},
) {
  const postgres = await startThrowawayDatabase();
  stack.defer(() => postgres.stop());
  await migrateDatabase({ connectionString: postgres.url });
  const secret = randomSecret();
  /** With which every other process opens the same database. */
  const environment: Record<string, string> = {
    DATABASE_URL: postgres.url,
    USHER_SECRET: secret,
    // Tokens name who gave them.
    USHER_BASE_URL: baseUrl,
  };
  if (hasSandbox) {
    const issuerSecrets = [sandboxIssuerSecret(secret)];
    const sandbox = await createStripeSandbox({ databaseUrl: postgres.url, issuerSecrets });
    stack.defer(() => sandbox.close());
    environment.USHER_SANDBOX_URL = sandbox.url;
  }
  const { services, url, close } = await serveApi({ ...environment, LOG_LEVEL: "silent" });
  stack.defer(close);
  const client = await connected(stack, postgres.url);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  /** The server that all of PostgreSQL's processes come from. */
  const postgresPid = await parentOf(rows[0]?.pid ?? 0);
  return { services, url, environment, client, adminUrl: postgres.adminUrl, postgresPid };
}

/** A connection for statements of the measurement's own. */
export async function connected(stack: AsyncDisposableStack, connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  stack.defer(() => client.end());
  return client;
}

export type BenchServer = Awaited<ReturnType<typeof aServer>>;

/** A tenant with a SERVER application, and the headers with which it calls. */
export async function aCaller({ services, url }: BenchServer, slug: string, mode: "LIVE" | "TEST" = "LIVE") {
  const tenant = await services.db.$transaction((tx) =>
    createTenant(tx, services, { slug, name: slug, mode }),
  );
  const scope = systemScope(services, tenant, slug);
  const application = await createApplication(scope, {
    name: slug,
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  // Every SERVER application has one.
  const credentials = { client_id: application.id, client_secret: String(application.client_secret) };
  const grant = { ...credentials, grant_type: "client_credentials", scope: "billing:admin" };
  const headers = { "x-app-id": application.app_id, authorization: "" };
  await keepFresh(async () => {
    headers.authorization = `Bearer ${await tokenOf(url, grant)}`;
  });
  return { scope, headers, credentials };
}

/** The access token that a grant gives. */
export async function tokenOf(url: string, grant: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/v1/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(grant),
  });
  if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

/** Access tokens last a quarter of an hour, measurements longer. */
const FRESH_MS = 10 * 60_000;

/** Fetches tokens now, and anew before they expire, as long as something else keeps the process alive. */
export async function keepFresh(fetchTokens: () => Promise<void>): Promise<void> {
  await fetchTokens();
  // Its server may have ended meanwhile. While one is measured, a token that was not had shows as refusals.
  setInterval(() => void fetchTokens().catch(() => undefined), FRESH_MS).unref();
}
