import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The tables as Prisma describes them: one file for each area of server/domain. */
const SCHEMA_FOLDER = fileURLToPath(new URL("../../../prisma/schema", import.meta.url));

/** The migrations that come with Usher. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

/** One migration: a folder `<timestamp>_<name>` with one script. */
export interface MigrationFile {
  name: string;
  script: string;
  /** SHA-256 of the file's bytes in hexadecimal, as `_prisma_migrations.checksum` keeps it. */
  checksum: string;
}

/** The files of the Prisma schema with their whole paths, in the form in which the schema engine takes them. */
export async function readSchema(): Promise<{ path: string; content: string }[]> {
  const names = await readdir(SCHEMA_FOLDER, { recursive: true });
  const files = names.filter((name) => name.endsWith(".prisma")).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const path = join(SCHEMA_FOLDER, name);
      return { path, content: await readFile(path, "utf8") };
    }),
  );
}

/** The migrations of a folder in the order in which they apply. An absent folder holds none. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const bytes = await readFile(join(folder, name, "migration.sql"));
      return { name, script: bytes.toString("utf8"), checksum: checksumOf(bytes) };
    }),
  );
}

/**
 * Whether the script is the one that was applied with this checksum. Line ends may differ, as Git changes them on Windows: the
 * rule of Prisma's engine (schema-connector/src/checksum.rs).
 */
export function isUnchanged({ script, checksum }: MigrationFile, applied: string): boolean {
  const others = [script.replaceAll("\r\n", "\n"), script.replaceAll(/\r?\n/g, "\r\n")];
  return applied === checksum || others.some((other) => checksumOf(other) === applied);
}

/** The migration with the row-level security policy of each table with `tenant_id` that it creates. */
export function withPolicies(sql: string): string {
  const tables = [...sql.matchAll(/^CREATE TABLE "(\w+)" \(\n\s+"tenant_id"/gm)].map(([, table]) => table);
  const policies = tables.map(
    (table) => `
alter table "${table}" enable row level security;
create policy "own_tenant" on "${table}" using ("tenant_id" = current_setting('usher.tenant_id', true));
`,
  );
  return `${sql}${policies.join("")}`;
}

function checksumOf(script: string | Buffer): string {
  return createHash("sha256").update(script).digest("hex");
}
