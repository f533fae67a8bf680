import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { listForeignKeys, listTables, type Table } from "./catalogue.ts";
import { type Counts, SESSION } from "./format.ts";
import { readBackup } from "./read-backup.ts";

/** What a restore put where. */
export interface Restored {
  counts: Counts;
  /** Tables of the backup that Usher does not know: another program's, in our schema. */
  leftOut: string[];
}

/**
 * Fills empty tables from a verified backup, in one transaction: all of it is there in the end, or none.
 * Foreign keys are dropped and created again, which checks every row against them; triggers are disabled, since their results
 * are in the backup already. Throws what the database throws.
 */
export async function restoreBackup(client: pg.Client, path: string): Promise<Restored> {
  await client.query(`begin; ${SESSION}`);
  try {
    const known = await listTables(client);
    const tables = known.map(({ name }) => name);
    await client.query(`lock table ${tables.join(", ")} in access exclusive mode`);
    const keys = await listForeignKeys(client);
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    // Rows that the migrations wrote are replaced by those of the backup.
    for (const table of tables) await client.query(`delete from ${table}`);
    const restored = await fill(client, path, known);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query("commit");
    await client.query("analyze");
    return restored;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function fill(client: pg.Client, path: string, tables: Table[]): Promise<Restored> {
  const known = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
  const restored: Restored = { counts: {}, leftOut: [] };
  let expected: Counts = {};
  await readBackup(path, async (part) => {
    if (part.kind === "counts") expected = part.counts;
    if (part.kind === "sequence")
      await client.query("select setval($1::text::regclass, $2, $3)", [part.name, part.last, part.isCalled]);
    if (part.kind !== "table") return;
    const { name, columns, rows } = part;
    const own = known.get(name);
    if (!own) {
      for await (const _ of rows);
      restored.leftOut.push(name);
      return;
    }
    // Names from a file go into a statement only when they are names of ours.
    const strange = columns.filter((column) => !own.has(column));
    if (strange.length > 0) throw new Error(`${name} has no columns ${strange.join(", ")} here`);
    const target = client.query(copyFrom(`copy ${name} (${columns.join(", ")}) from stdin`));
    await pipeline(rows, target);
    restored.counts[name] = target.rowCount;
  });
  for (const [name, rows] of Object.entries(expected))
    if (!restored.leftOut.includes(name) && restored.counts[name] !== rows)
      throw new Error(`${name} has ${restored.counts[name] ?? 0} rows instead of ${rows}`);
  return restored;
}
