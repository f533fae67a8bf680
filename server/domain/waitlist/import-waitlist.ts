import type { z } from "zod";
import type { Scope } from "../scope.ts";
import { readRecords } from "./csv-records.ts";
import { decodeFile } from "./decode-file.ts";
import type { ImportedWaitlist, ImportWaitlist } from "./file-schema.ts";
import { readRow } from "./import-row.ts";
import { findReferrers, insertRows, type NumberedRow } from "./insert-rows.ts";

const AT_ONCE = 500;
const MOST_ISSUES = 1_000;

type Answer = z.output<typeof ImportedWaitlist>;

/**
 * Adds the lines of a CSV file, some hundred in a transaction: a file of any size needs little memory, and one that breaks
 * off can be sent again, since an address joins once. A line that cannot be taken costs itself alone. What our own export wrote
 * comes back with its status, moments, referral codes and referrals.
 * K4012 no column email, or bytes that are not of its encoding: then nothing is added.
 */
export async function importWaitlist(
  scope: Scope,
  { file }: z.output<typeof ImportWaitlist>,
): Promise<Answer> {
  await readThrough(decodeFile(file.open(), file.charset));
  const answer: Answer = { joined: 0, known: 0, refused: 0, issues: [] };
  const note = (line: number, message: string) => {
    if (answer.issues.length < MOST_ISSUES) answer.issues.push({ line, message });
  };
  let batch: NumberedRow[] = [];
  let waiting: { line: number; id: string; code: string }[] = [];
  const flush = async () => {
    const added = await insertRows(scope, batch);
    answer.joined += added.joined;
    answer.known += batch.length - added.joined - added.refused.length;
    answer.refused += added.refused.length;
    for (const { line, message } of added.refused) note(line, message);
    waiting.push(...added.waiting);
    batch = [];
  };
  const isSensible = (cells: Record<string, string>) => !("fault" in readRow(cells));
  for await (const record of readRecords(decodeFile(file.open(), file.charset), isSensible)) {
    const row = "fault" in record ? record : readRow(record.cells);
    if ("fault" in row) {
      answer.refused++;
      note(record.line, row.fault);
      continue;
    }
    batch.push({ ...row, line: record.line });
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  // Those whose referrer came later in the file.
  waiting = await findReferrers(scope, scope.db, waiting);
  for (const { line, code } of waiting)
    note(line, `joined, but nobody on the waitlist has the referral code ${code} that referred_by names`);
  answer.issues.sort((one, other) => one.line - other.line);
  return answer;
}

/** Finds bytes that mean nothing before anything is written. */
async function readThrough(text: AsyncIterable<string>): Promise<void> {
  for await (const _ of text);
}
