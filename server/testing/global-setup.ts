import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { browserScripts } from "../../scripts/bootstrap/browser-scripts.mjs";
import { staticPages } from "../../scripts/bootstrap/static-pages.mjs";
import { openQueue } from "../jobs/queue.ts";
import type { EmbeddedPostgres } from "../platform/database/embedded.ts";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { startThrowawayDatabase } from "../platform/database/throwaway.ts";
import { createLog } from "../platform/log.ts";

const TEMPLATE = "usher_template";
const OWNER = "usher";

let server: EmbeddedPostgres | undefined;

const ROOT = join(import.meta.dirname, "..", "..");

/** Starts the PostgreSQL of this test run, migrates one database and copies the run's own from it. */
export async function setup(project: TestProject): Promise<void> {
  await Promise.all([browserScripts(ROOT).build(), staticPages(ROOT).build()]);
  server = await startThrowawayDatabase();
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
    await prepareTemplate(databaseUrl(server.url, TEMPLATE));
    await admin.query(`alter database ${TEMPLATE} with is_template true`);
    await admin.query(`create database usher_run template ${TEMPLATE} owner ${OWNER}`);
    const { rows } = await admin.query("show server_version");
    project.provide("postgresVersion", rows[0].server_version);
  } finally {
    await admin.end();
  }
  project.provide("databaseUrl", databaseUrl(server.url, "usher_run"));
  project.provide("adminDatabaseUrl", server.adminUrl);
  project.provide("templateDatabase", TEMPLATE);
}

/** With the tables of the queue and of the sandbox, too: each world would make them anew in a database of its own. */
async function prepareTemplate(connectionString: string): Promise<void> {
  await migrateDatabase({ connectionString });
  const queue = await openQueue({ connectionString, isWorker: false, log: createLog("silent") });
  await queue.stop();
  // Its pages have scripts that are built above.
  const { prepareSandboxTables } = await import("@usher/stripe-sandbox");
  const client = new pg.Client({ connectionString });
  await client.connect();
  await prepareSandboxTables(client).finally(() => client.end());
}

/** Stops it and removes what it wrote. */
export async function teardown(): Promise<void> {
  await server?.stop();
}

function databaseUrl(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = name;
  return named.href;
}
