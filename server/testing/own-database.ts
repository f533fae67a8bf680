import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** A migrated database of its own, for tests of code that reads every tenant; it is removed with the test run's server. */
export function ownDatabase(): Promise<string> {
  return createDatabase(`template ${inject("templateDatabase")}`);
}

/** A database with nothing in it; it goes with the test run's server. */
export function anEmptyDatabase(): Promise<string> {
  return createDatabase("");
}

async function createDatabase(options: string): Promise<string> {
  const name = `usher_${randomBytes(8).toString("hex")}`;
  const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
  await admin.connect();
  try {
    await admin.query(`create database ${name} ${options} owner usher`);
  } finally {
    await admin.end();
  }
  const url = new URL(inject("databaseUrl"));
  url.pathname = name;
  return url.href;
}
