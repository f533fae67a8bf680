import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { NOT_PERSONAL, PERSONAL_DATA } from "./inventory.ts";

const DOMAIN = join(import.meta.dirname, "..");

/** The tables whose name differs from that of their object. */
const TABLE_OF: Record<string, string> = {
  checkout: "checkout_sessions",
  mail: "mail_messages",
  member: "users",
  waitlist_entry: "waitlist_entries",
};

/** Objects that have no row of their own. */
const WITHOUT_TABLE: Record<string, string> = {
  history: "the history itself",
  personal_export: "a file that is not kept",
  portal_session: "a sealed link; findObjects looks for the customer in its event",
};

/** Every kind of object that recordChange is called with in the source, with the files that do. */
function recordedObjects(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync("**/*.ts", { cwd: DOMAIN }).filter((name) => !name.endsWith(".test.ts")))
    for (const [, type = ""] of readFileSync(join(DOMAIN, file), "utf8").matchAll(/objectType: "(\w+)"/g))
      found.set(type, [...(found.get(type) ?? []), file]);
  return found;
}

it("knows of every object with events whether it is a person's, so that its history is exported and erased", () => {
  const recorded = recordedObjects();
  expect(recorded.size).toBeGreaterThan(25);
  const missing = [...recorded].flatMap(([type, [file]]) => {
    if (type in WITHOUT_TABLE) return [];
    const table = TABLE_OF[type] ?? `${type}s`;
    if (table in NOT_PERSONAL) return [];
    const holding = PERSONAL_DATA.find((one) => one.table === table);
    if (!holding)
      return `server/domain/${file} records changes of "${type}", but server/domain/privacy/inventory.ts has no table ${table}: add it to its area in inventory/ or to NOT_PERSONAL, or its table's name to TABLE_OF here`;
    if (!holding.hasHistory)
      return `server/domain/${file} records changes of "${type}": add hasHistory: true to ${table} in server/domain/privacy/inventory/`;
    return [];
  });
  expect(missing.join("\n")).toBe("");
});

it("knows every table: its personal data, or why it has none", async () => {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('_prisma_migrations', '_usher_functions')",
    )
    .finally(() => client.end());
  const known = [...PERSONAL_DATA.map(({ table }) => table), ...Object.keys(NOT_PERSONAL)];
  expect(
    rows.map(({ name }) => name).sort(),
    "add the table to its area in server/domain/privacy/inventory/ or to NOT_PERSONAL in inventory.ts",
  ).toEqual(known.sort());
});
