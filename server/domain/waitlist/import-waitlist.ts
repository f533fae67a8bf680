import { CsvError, parse } from "csv-parse";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import { recordChanges } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import type { ImportedWaitlist, ImportWaitlist } from "./file-schema.ts";
import { type ImportedRow, readRow } from "./import-row.ts";
import { newReferralCode } from "./join-waitlist.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

const AT_ONCE = 500;
const MOST_ISSUES = 100;
const LONGEST_LINE = 100_000;

/**
 * Adds the lines of a CSV file, some hundred in a transaction: a file of any size needs little memory, and one that breaks
 * off can be sent again, since an address joins once. A line that cannot be taken never sinks its neighbours.
 * K4012 no CSV, or no column email.
 */
export async function importWaitlist(
  scope: Scope,
  { file }: z.output<typeof ImportWaitlist>,
): Promise<z.output<typeof ImportedWaitlist>> {
  const answer = { joined: 0, known: 0, refused: 0, issues: [] as { line: number; message: string }[] };
  let batch: ImportedRow[] = [];
  const flush = async () => {
    const joined = await insert(scope, batch);
    answer.joined += joined;
    answer.known += batch.length - joined;
    batch = [];
  };
  for await (const { record, line } of linesOf(file.open())) {
    const row = readRow(record);
    if ("fault" in row) {
      answer.refused++;
      if (answer.issues.length < MOST_ISSUES) answer.issues.push({ line, message: row.fault });
      continue;
    }
    batch.push(row);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  return answer;
}

async function* linesOf(source: NodeJS.ReadableStream) {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      const names = header.map((name) => name.trim().toLowerCase());
      if (!names.includes("email"))
        throw new ApiError("K4012", { details: { reason: "it has no column email" } });
      return names;
    },
    info: true,
    max_record_size: LONGEST_LINE,
    relax_column_count_less: true,
    skip_empty_lines: true,
    trim: true,
  });
  source.on("error", (error) => parser.destroy(error));
  try {
    // With info and columns csv-parse answers pairs; its types do not follow the options.
    const records = source.pipe(parser) as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>;
    for await (const { record, info } of records) yield { record, line: info.lines };
  } catch (cause) {
    if (cause instanceof CsvError) throw new ApiError("K4012", { details: { reason: cause.message }, cause });
    throw cause;
  }
}

async function insert(scope: Scope, rows: ImportedRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { tenantId, clock } = scope;
  const now = clock.now();
  // In one order, so that two imports of the same addresses never wait for each other in a circle.
  const sorted = [...rows].sort((a, b) => (a.email < b.email ? -1 : 1));
  return scope.db.$transaction(async (tx) => {
    const added = await tx.$queryRaw<{ id: string }[]>`
      insert into waitlist_entries (tenant_id, id, email, name, metadata, referral_code, created_at, updated_at)
      select ${tenantId}, id, email, name, metadata::jsonb, referral_code, created_at::timestamptz, ${now}
      from unnest(
        ${sorted.map(() => newId("waitlistEntry"))}::text[], ${sorted.map(({ email }) => email)}::text[],
        ${sorted.map(({ name }) => name)}::text[], ${sorted.map(({ metadata }) => JSON.stringify(metadata))}::text[],
        ${sorted.map(newReferralCode)}::text[],
        ${sorted.map(({ createdAt }) => (createdAt ?? now).toISOString())}::text[]
      ) as row (id, email, name, metadata, referral_code, created_at)
      on conflict do nothing
      returning id`;
    const entries = await tx.waitlistEntry.findMany({
      where: { tenantId, id: { in: added.map(({ id }) => id) } },
    });
    const object = { type: "waitlist.joined", objectType: "waitlist_entry" } as const;
    const changes = entries.map((row) => ({ ...object, objectId: row.id, after: viewWaitlistEntry(row) }));
    await recordChanges(tx, scope, changes);
    return added.length;
  });
}
