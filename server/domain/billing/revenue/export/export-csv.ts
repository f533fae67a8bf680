import type { z } from "zod";
import { joinParts } from "../../../../platform/csv/join-parts.ts";
import { type Cell, writeCsv } from "../../../../platform/csv/write.ts";
import { toMajor } from "../../../../platform/currency.ts";
import { Prisma } from "../../../../platform/database/client/client.ts";
import { firstOf } from "../../../../platform/month.ts";
import { invalidCursor } from "../../../../platform/page.ts";
import type { FilePart } from "../../../../platform/schema/exported-file.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { namesOfActors } from "../../../audit/names-of-actors.ts";
import { countsInFigures } from "../../../customers/counts-in-figures.ts";
import { monthsBetween } from "../months.ts";
import type { Export, ExportPage } from "./export-csv-schema.ts";
import { type CellKind, EXPORT_TABLES, type ExportTable } from "./tables.ts";

const AT_ONCE = 5_000;

interface Row {
  at: Date;
  key: string;
  currency: string;
  cells: (string | null)[];
}

interface Place {
  at: Date;
  key: string;
}

/**
 * A file for the accountant as CSV (writeCsv), oldest first, as a stream: memory stays small whatever its size. Amounts are decimals in
 * major units. fields_invalid for a range that is no range.
 */
export function exportCsv(scope: Scope, input: z.output<typeof Export>): AsyncGenerator<string> {
  // Refused before the answer begins.
  monthsBetween(input.from_month, input.to_month);
  return joinParts((cursor) => exportPage(scope, { ...input, cursor }));
}

/** One part of the same file. Throws fields_invalid. */
export async function exportPage(
  scope: Scope,
  { cursor, ...input }: z.output<typeof ExportPage>,
): Promise<FilePart> {
  monthsBetween(input.from_month, input.to_month);
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const rows = await readRows(scope, input, after);
  const last = rows.length === AT_ONCE ? rows.at(-1) : undefined;
  return {
    text: `${after ? "" : headerOf(input)}${await write(scope, input, rows)}`,
    rows: rows.length,
    next_cursor: last ? cursorOf(last) : null,
  };
}

function readRows(scope: Scope, input: z.output<typeof Export>, after: Place | undefined): Promise<Row[]> {
  const table: ExportTable = EXPORT_TABLES[input.table];
  const { source, alias, where, at, key, currency } = table;
  const range = {
    scope,
    from: after?.at ?? firstOf(input.from_month),
    to: firstOf(input.to_month, 1),
    includesTestClocks: input.include_test_clocks,
  };
  const cells = Prisma.join(Object.values(table.columns).map(({ sql }) => sql));
  return scope.db.$queryRaw<Row[]>`
    ${table.before?.(range) ?? Prisma.empty}
    select ${at} as at, ${key} as key, ${currency} as currency, array[${cells}]::text[] as cells
    from ${source} join customers c on c.tenant_id = ${alias}.tenant_id and c.id = ${alias}.customer_id
    where ${alias}.tenant_id = ${scope.tenantId} and ${where} and ${at} >= ${range.from} and ${at} < ${range.to}
      ${after ? Prisma.sql`and (${at}, ${key}) > (${after.at}::timestamptz, ${after.key})` : Prisma.empty}
      and ${countsInFigures(range.includesTestClocks)}
    order by ${at}, ${key} limit ${AT_ONCE}`;
}

function headerOf({ table }: z.output<typeof Export>): string {
  return writeCsv([Object.keys(EXPORT_TABLES[table].columns)]);
}

async function write(scope: Scope, { table }: z.output<typeof Export>, rows: Row[]): Promise<string> {
  const kinds: CellKind[] = Object.values(EXPORT_TABLES[table].columns).map(({ kind }) => kind);
  if (rows.length === 0) return "";
  const actors = rows.flatMap(({ cells }) => cells.filter((_, nth) => kinds[nth] === "actor"));
  const ids = actors.filter((id) => id !== null);
  const names = ids.length === 0 ? new Map<string, string>() : await namesOfActors(scope, ids);
  const lines = rows.map(({ cells, currency }) =>
    cells.map((cell, nth) => written(cell, kinds[nth], { currency, names })),
  );
  return writeCsv(lines);
}

interface Meaning {
  currency: string;
  names: ReadonlyMap<string, string>;
}

function written(cell: string | null, kind: CellKind | undefined, { currency, names }: Meaning): Cell {
  if (cell === null) return null;
  if (kind === "amount") return { figure: toMajor(cell, currency) };
  if (kind === "actor") return names.get(cell) ?? cell;
  return kind === "text" ? cell : { figure: cell };
}

function cursorOf({ at, key }: Place): string {
  return Buffer.from(JSON.stringify([at.toISOString(), key])).toString("base64url");
}

/** A forged cursor can only choose another place in the caller's own file. Throws fields_invalid. */
function placeOf(cursor: string): Place {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  const [at, key]: unknown[] = Array.isArray(parts) ? parts : [];
  const isOurs =
    typeof at === "string" &&
    typeof key === "string" &&
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    /^[\w ]{1,120}$/.test(key);
  if (!isOurs) throw invalidCursor();
  return { at: new Date(at), key };
}
