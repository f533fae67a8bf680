import pg from "pg";
import { inject } from "vitest";

/** An empty database on the run's server, and a pool on it; as its owner, or as the server's superuser. */
export async function anOwnDatabase(name: string, { isSuperuser = false } = {}) {
  const adminUrl = inject("adminDatabaseUrl");
  const url = new URL(isSuperuser ? adminUrl : inject("databaseUrl"));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner "${url.username}"`).finally(() => admin.end());
  url.pathname = `/${name}`;
  return { url: url.href, pool: new pg.Pool({ connectionString: url.href, max: 10 }) };
}
