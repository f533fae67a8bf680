import type { z } from "zod";
import { joinParts } from "../../platform/csv/join-parts.ts";
import { type Cell, writeCsv } from "../../platform/csv/write.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
import { decodeCursor, encodeCursor } from "../../platform/page.ts";
import type { FilePart } from "../../platform/schema/exported-file.ts";
import type { Scope } from "../../platform/scope.ts";
import type { AuditFilters } from "../events/browse-schema.ts";
import { describeEntries, filterAudit } from "./browse-audit.ts";
import type { AuditRange } from "./export-audit-schema.ts";
import { readAudit, whereOf } from "./list-audit.ts";
import type { AuditEntry } from "./list-audit-schema.ts";
import { viewAuditEntry } from "./view-audit-entry.ts";

const AT_ONCE = 1_000;
const COLUMNS = [
  "id",
  "created_at",
  "actor_type",
  "actor_id",
  "action",
  "object_type",
  "object_id",
  "before",
  "after",
  "request_id",
  "position",
  "digest",
  "hash",
  "actor_name",
  "object_name",
  "sentence",
] as const satisfies (keyof Entry | keyof Described)[];

type Entry = z.output<typeof AuditEntry>;
type Described = ReturnType<Awaited<ReturnType<typeof describeEntries>>>;
type Range = z.output<typeof AuditRange>;

/** The audit log as NDJSON, oldest first, as a stream: memory stays small whatever its size. */
export async function* exportAuditNdjson(scope: Scope, range: Range): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const rows = await readAfter(scope, whereOf(range), after);
    yield rows.map((row) => `${JSON.stringify(viewAuditEntry(row))}\n`).join("");
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined;
  } while (after);
}

/** The audit log as CSV (writeCsv), oldest first, as a stream. */
export function exportAuditCsv(scope: Scope, range: Range): AsyncGenerator<string> {
  return joinParts((cursor) => partOf(scope, whereOf(range), cursor));
}

/** One part of the same file, as the dashboard's list is filtered. Throws fields_invalid. */
export async function exportAuditPage(
  scope: Scope,
  { cursor, ...filters }: z.output<typeof AuditFilters>,
): Promise<FilePart> {
  return partOf(scope, await filterAudit(scope, filters), cursor);
}

async function partOf(
  scope: Scope,
  where: Prisma.AuditEntryWhereInput,
  cursor: string | undefined,
): Promise<FilePart> {
  const rows = await readAfter(scope, where, decodeCursor(cursor));
  const describe = await describeEntries(scope, rows);
  const lines = rows.map((row) => cells({ ...viewAuditEntry(row), ...describe(row) }));
  const last = rows.length === AT_ONCE ? rows.at(-1) : undefined;
  return {
    text: `${cursor === undefined ? writeCsv([[...COLUMNS]]) : ""}${lines.length === 0 ? "" : writeCsv(lines)}`,
    rows: rows.length,
    next_cursor: last ? encodeCursor(last.id) : null,
  };
}

const readAfter = (scope: Scope, where: Prisma.AuditEntryWhereInput, after: string | undefined) =>
  readAudit(scope, where, { order: "asc", take: AT_ONCE, after });

function cells(entry: Entry & Described): Cell[] {
  return COLUMNS.map((column) => {
    const value = entry[column];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
}
