import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { browserScripts } from "../../scripts/bootstrap/browser-scripts.mjs";
import { staticPages } from "../../scripts/bootstrap/static-pages.mjs";
import type { EmbeddedPostgres } from "../platform/database/embedded.ts";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { startThrowawayDatabase } from "../platform/database/throwaway.ts";

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
    await migrateDatabase({ connectionString: databaseUrl(server.url, TEMPLATE) });
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

/** Stops it and removes what it wrote. */
export async function teardown(): Promise<void> {
  await server?.stop();
}

function databaseUrl(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = name;
  return named.href;
}
