import type pg from "pg";
import { FUNCTIONS_TABLE } from "../platform/database/apply-functions.ts";
import { SCHEMAS } from "./format.ts";

/** A table and the columns that are written to it; what PostgreSQL computes itself is not. */
export interface Table {
  /** `"schema"."name"`, quoted. */
  name: string;
  columns: string[];
}

/**
 * The tables of Usher's schemas, in the order of their names. Which functions were applied is no part of a backup: it is true of
 * one database alone, and a restored one gets its functions from its migrations and the next start.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> $2
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS, FUNCTIONS_TABLE],
  );
  return rows;
}

/** Statements that set each sequence to its value; read-backup.ts reads them again. */
export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'S' order by 1`,
    [SCHEMAS],
  );
  const statements: string[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ statement: string }>(
      `select format('select setval(%L, %s, %s);', $1::text, last_value, is_called::text) as statement from ${name}`,
      [name],
    );
    statements.push(...states.map(({ statement }) => statement));
  }
  return statements;
}

/** Foreign keys by table, with the words that make them again. */
export async function listForeignKeys(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f
     join pg_class c on c.oid = f.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}
