import { createHash } from "node:crypto";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { SEALED_COLUMNS } from "../rotate/columns.ts";
import { listSequences, listTables, type Table } from "./catalogue.ts";
import {
  COUNTS,
  type Counts,
  checksumLine,
  END_OF_ROWS,
  HEAD,
  type Head,
  newHead,
  SESSION,
} from "./format.ts";

/**
 * The text of a backup in chunks, all of one moment. Other work on the database goes on meanwhile; only a migration waits
 * for it. Throws when our role does not see every row, and when a migration came in between.
 */
export async function* backupOf(client: pg.Client): AsyncGenerator<Buffer, Counts> {
  const digest = createHash("sha256");
  const piece = (text: string | Buffer): Buffer => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    return bytes;
  };
  const tables = await beginAtOneMoment(client);
  yield piece(`${HEAD}${JSON.stringify(await describe(client))}\n`);
  const counts: Counts = {};
  for (const { name, columns } of tables) {
    const list = columns.join(", ");
    yield piece(`COPY ${name} (${list}) FROM stdin;\n`);
    const rows = client.query(copyTo(`copy ${name} (${list}) to stdout`));
    for await (const chunk of rows) yield piece(chunk);
    yield piece(END_OF_ROWS);
    counts[name] = rows.rowCount;
  }
  for (const statement of await listSequences(client)) yield piece(`${statement}\n`);
  await client.query("commit");
  yield piece(`${COUNTS}${JSON.stringify(counts)}\n`);
  yield Buffer.from(checksumLine(digest.digest("hex")));
  return counts;
}

/** Locks the tables against migrations before the moment is taken, as PostgreSQL's manual has it (LOCK, "Notes"). */
async function beginAtOneMoment(client: pg.Client): Promise<Table[]> {
  const expected = await listTables(client);
  if (!expected.some(({ name }) => name === "public._prisma_migrations"))
    throw new Error("there is nothing of Usher's in this database");
  await client.query(`begin isolation level repeatable read read only; ${SESSION}`);
  await client.query(`lock table ${expected.map(({ name }) => name).join(", ")} in access share mode`);
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(expected))
    throw new Error("the database was migrated meanwhile; try again");
  return tables;
}

async function describe(client: pg.Client): Promise<Head> {
  const { rows: moments } = await client.query<{ at: Date; version: string }>(
    "select now() as at, current_setting('server_version') as version",
  );
  const { rows: migrations } = await client.query<Head["migrations"][number]>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return newHead({
    created_at: (moments[0]?.at ?? new Date(Number.NaN)).toISOString(),
    postgresql: moments[0]?.version ?? "",
    sealed_with: await keysNamed(client),
    migrations,
  });
}

/** The ids of the keys that sealed values name (docs/decisions/024). */
async function keysNamed(client: pg.Client): Promise<string[]> {
  const ids = new Set<string>();
  for (const { table, column, isList } of SEALED_COLUMNS) {
    const values = isList ? `unnest(${column})` : `(select ${column})`;
    const { rows } = await client.query<{ id: string }>(
      `select distinct split_part(one.value, '.', 2) as id from ${table}, lateral ${values} as one (value)
       where one.value ~ '^v2[.]'`,
    );
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].sort();
}
