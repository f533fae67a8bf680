import type pg from "pg";
import type { PrismaClient } from "./client/client.ts";

/** The database outside a transaction. */
export type Db = PrismaClient;

/** Where statements of our own are run. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}
