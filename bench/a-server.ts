import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { createApplication } from "../server/domain/applications/create-application.ts";
import { createTenant } from "../server/domain/tenants/create-tenant.ts";
import { createApi } from "../server/http/api.ts";
import { systemClock } from "../server/platform/clock.ts";
import { readConfig } from "../server/platform/config.ts";
import { randomSecret } from "../server/platform/crypto.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { createLog } from "../server/platform/log.ts";
import { systemScope } from "../server/platform/scope.ts";
import { createCardProviders } from "../server/providers/open.ts";
import { openServices } from "../server/services.ts";
import { parentOf } from "./processes.ts";

/** The API on a PostgreSQL of its own, for one measurement; without the pages. */
export async function aServer() {
  const postgres = await startThrowawayDatabase();
  await migrateDatabase({ connectionString: postgres.url });
  const config = readConfig({ NODE_ENV: "production", DATABASE_URL: postgres.url });
  const secret = randomSecret();
  const { services, close } = await openServices({
    config,
    connectionString: postgres.url,
    baseUrl: "http://127.0.0.1",
    secret,
    clock: systemClock,
    log: createLog("silent"),
    openCardProvider: createCardProviders({ sandbox: "http://127.0.0.1:1" }),
    jobs: { send: async () => {} },
  });
  const server = createServer(createApi(services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return {
    services,
    /** For statements of the measurement's own. */
    client,
    databaseUrl: postgres.url,
    /** As superuser. */
    adminUrl: postgres.adminUrl,
    /** The server that all of PostgreSQL's processes come from. */
    postgresPid: await parentOf(await backendPid(client)),
    /** With which another process opens what this one sealed. */
    secret,
    // A listening TCP server's address is an AddressInfo.
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await client.end();
      server.closeAllConnections();
      server.close();
      await close();
      await postgres.stop();
    },
  };
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

export type BenchServer = Awaited<ReturnType<typeof aServer>>;

/** A tenant with a SERVER application, and the headers with which it calls. */
export async function aCaller({ services, baseUrl }: BenchServer, slug: string) {
  const tenant = await services.db.$transaction((tx) =>
    createTenant(tx, services, { slug, name: slug, mode: "LIVE" }),
  );
  const scope = systemScope(services, tenant, "bench");
  const input = {
    name: "bench",
    kind: "SERVER" as const,
    allowed_origins: [],
    scopes: ["billing:admin" as const],
  };
  const application = await createApplication(scope, input);
  // Every SERVER application has one.
  const credentials = { client_id: application.id, client_secret: String(application.client_secret) };
  const grant = { ...credentials, grant_type: "client_credentials", scope: "billing:admin" };
  const headers = { "x-app-id": application.app_id, authorization: "" };
  await keepFresh(async () => {
    headers.authorization = `Bearer ${await tokenOf(baseUrl, grant)}`;
  });
  return { scope, headers, credentials };
}

/** The access token that a grant gives. */
export async function tokenOf(baseUrl: string, grant: Record<string, string>): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/auth/token`, {
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
