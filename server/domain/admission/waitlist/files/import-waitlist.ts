import type { z } from "zod";
import type { EncodedFile } from "../../../../platform/schema/upload.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { findReferrers, insertRows, type NumberedRow } from "./insert-rows.ts";
import { Issues, readWaitlistFile } from "./read-waitlist-file.ts";
import type { ImportedWaitlist } from "./schema.ts";

const AT_ONCE = 500;

/**
 * Adds the lines of a CSV file, some hundred in a transaction: a file of any size needs little memory, and an upload that breaks off can be
 * repeated, since an address joins once. A line that cannot be imported is refused alone. A file of our own export restores status, times,
 * referral codes and referrals. Throws csv_invalid.
 */
export async function importWaitlist(
  scope: Scope,
  file: EncodedFile,
): Promise<z.output<typeof ImportedWaitlist>> {
  const answer = { joined: 0, known: 0, refused: 0 };
  const issues = new Issues();
  let batch: NumberedRow[] = [];
  let waiting: { line: number; id: string; code: string }[] = [];
  const flush = async () => {
    const added = await insertRows(scope, batch);
    answer.joined += added.joined;
    answer.known += batch.length - added.joined - added.refused.length;
    answer.refused += added.refused.length;
    for (const { line, message } of added.refused) issues.add(line, message);
    waiting.push(...added.waiting);
    batch = [];
  };
  for await (const row of readWaitlistFile(file, scope.clock.now())) {
    if ("fault" in row) {
      answer.refused++;
      issues.add(row.line, row.fault);
      continue;
    }
    batch.push(row);
    if (batch.length === AT_ONCE) await flush();
  }
  await flush();
  // Entries whose referrer comes later in the file.
  waiting = await findReferrers(scope, scope.db, waiting);
  for (const { line, code } of waiting)
    issues.add(
      line,
      `added without a referrer: no entry has the referral code ${code} that referred_by names`,
    );
  return { ...answer, issues: issues.all() };
}
