import type pg from "pg";
import type { Vault } from "../platform/crypto.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./columns.ts";

const BATCH_SIZE = 500;

/** The result for one column. */
export interface Resealed {
  name: string;
  resealed: number;
  /** Keys of rows that none of the secrets decrypts. */
  unopened: string[];
}

interface Row extends Record<string, unknown> {
  sealed: string | string[];
}

/**
 * Encrypts every value that an older secret encrypted again with the present secret, row by row in batches. It can be interrupted
 * and started again while processes with the same secrets run. A value that changes in the meantime is skipped; the writer has
 * re-encrypted it.
 */
export async function reseal(db: pg.Pool | pg.Client, vault: Vault): Promise<Resealed[]> {
  const outcomes: Resealed[] = [];
  for (const column of SEALED_COLUMNS) outcomes.push(await resealColumn(db, vault, column));
  return outcomes;
}

async function resealColumn(
  db: pg.Pool | pg.Client,
  vault: Vault,
  { table, key, column, isList = false, context }: SealedColumn,
): Promise<Resealed> {
  const outcome: Resealed = { name: `${table}.${column}`, resealed: 0, unopened: [] };
  const columns = key.join(", ");
  // Names of tables and columns are ours, from the list above.
  const isOld = isList
    ? `exists (select 1 from unnest(${column}) one where one not like $1 || '%')`
    : `${column} ~ '^v[0-9][.]' and ${column} not like $1 || '%'`;
  const marks = key.map((_, index) => `$${index + 2}`).join(", ");
  let last: string[] | null = null;
  for (;;) {
    const past: string = last === null ? "" : `and (${columns}) > (${marks})`;
    const { rows }: { rows: Row[] } = await db.query<Row>(
      `select ${key.map((name) => `${name}::text`).join(", ")}, ${column} as sealed from ${table}
       where ${isOld} ${past} order by ${columns} limit ${BATCH_SIZE}`,
      [vault.prefix, ...(last ?? [])],
    );
    for (const row of rows) {
      const names = Object.fromEntries(key.map((name) => [name, String(row[name])]));
      const again = sealAgain(vault, row.sealed, context(names));
      if (again === null) {
        outcome.unopened.push(Object.values(names).join(" "));
        continue;
      }
      const where = key.map((name, index) => `${name}::text = $${index + 3}`).join(" and ");
      const { rowCount } = await db.query(
        `update ${table} set ${column} = $1 where ${column} = $2 and ${where}`,
        [again, row.sealed, ...Object.values(names)],
      );
      outcome.resealed += rowCount ?? 0;
    }
    const end = rows.at(-1);
    if (!end || rows.length < BATCH_SIZE) return outcome;
    last = key.map((name) => String(end[name]));
  }
}

/** The value encrypted with the present secret; null when it cannot be decrypted. */
function sealAgain(vault: Vault, sealed: string | string[], context: string): string | string[] | null {
  try {
    const one = (value: string) => vault.encrypt(vault.decrypt(value, context), context);
    return Array.isArray(sealed) ? sealed.map(one) : one(sealed);
  } catch {
    return null;
  }
}
