import type pg from "pg";
import type { Db, Statements } from "./db.ts";
import type { Tx } from "./open.ts";

/**
 * Runs a statement of a hot path: outside a transaction as a named one, which PostgreSQL plans once a connection; inside one
 * on its connection. Rows come as pg reads them; numbers that need all their digits should be asked for as text.
 */
export async function queryNamed<Row extends pg.QueryResultRow>(
  { db, pool }: { db: Db; pool: Statements },
  tx: Tx,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  if (tx === db) return (await pool.query<Row>(statement)).rows;
  return tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values);
}
