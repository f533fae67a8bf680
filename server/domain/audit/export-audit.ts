import type { z } from "zod";
import { beginCsv, type Cell, writeCsv } from "../../platform/csv/write.ts";
import type { Scope } from "../../platform/scope.ts";
import { readAudit } from "./list-audit.ts";
import type { AuditEntry, AuditRange } from "./schema.ts";
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
] as const satisfies (keyof Entry)[];

type Entry = z.output<typeof AuditEntry>;
type Range = z.output<typeof AuditRange>;

/** The audit log as NDJSON, oldest first, as a stream: memory stays small whatever its size. */
export async function* exportAuditNdjson(scope: Scope, range: Range): AsyncGenerator<string> {
  for await (const entries of pieces(scope, range))
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

/** The audit log as CSV (writeCsv), oldest first, as a stream. */
export async function* exportAuditCsv(scope: Scope, range: Range): AsyncGenerator<string> {
  yield beginCsv(COLUMNS);
  for await (const entries of pieces(scope, range)) yield writeCsv(entries.map(cells));
}

function cells(entry: Entry): Cell[] {
  return COLUMNS.map((column) => {
    const value = entry[column];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
}

async function* pieces(scope: Scope, range: Range): AsyncGenerator<Entry[]> {
  let after: string | undefined;
  do {
    const rows = await readAudit(scope, range, { order: "asc", take: AT_ONCE, after });
    if (rows.length > 0) yield rows.map(viewAuditEntry);
    after = rows.length === AT_ONCE ? rows.at(-1)?.id : undefined;
  } while (after);
}
