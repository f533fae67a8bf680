import type pg from "pg";
import type { Db, Statements } from "./db.ts";
import type { Tx } from "./open.ts";

/**
 * Runs a statement of a hot path. Outside a transaction it is a named prepared statement, which PostgreSQL plans once per
 * connection; within one it runs on the transaction's connection. pg parses the rows: select numbers that need all their digits
 * as text.
 */
export async function queryNamed<Row extends pg.QueryResultRow>(
  { db, pool }: { db: Db; pool: Statements },
  tx: Tx,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  if (tx === db) return (await pool.query<Row>(statement)).rows;
  return tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values);
}
