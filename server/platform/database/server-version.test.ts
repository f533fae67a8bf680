import pg from "pg";
import { expect, inject, test } from "vitest";
import { ownDatabase } from "../../testing/own-database.ts";
import { StartupError } from "../startup-error.ts";
import { migrateDatabase } from "./migrate.ts";
import { refuseOldServer } from "./server-version.ts";

test.each([
  [150_018, "15.18 (Debian 15.18-0+deb12u1)"],
  [140_002, "14.2"],
  [90_624, "9.6.24"],
])("PostgreSQL %i is refused with its version and the minimum", (number, name) => {
  const start = () => refuseOldServer(number, name);
  expect(start).toThrow(StartupError);
  expect(start).toThrow(`is PostgreSQL ${name}, and Usher needs 16 or newer. Nothing was changed`);
});

test.each([160_000, 160_014, 170_010, 180_004])("PostgreSQL %i is accepted", (number) => {
  expect(() => refuseOldServer(number, "")).not.toThrow();
});

test("a database that is read-only is refused before any migration, with what to look at", {
  tags: ["long"],
}, async () => {
  const connectionString = await ownDatabase();
  const name = new URL(connectionString).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
  await admin.connect();
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await admin.end();
  const start = migrateDatabase({ connectionString });
  await expect(start).rejects.toThrow(StartupError);
  await expect(start).rejects.toThrow("read-only, and Usher has to write. Nothing was changed");
});
