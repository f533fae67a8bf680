import type { z } from "zod";
import type { EncodedFile } from "../../../../platform/schema/upload.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { PreviewedWaitlist } from "../browse-schema.ts";
import { Issues, readWaitlistFile } from "./read-waitlist-file.ts";

const SHOWN = 5;

/**
 * Shows what an import would read from a file: its first rows, and the lines that it would refuse. Reads and writes no entries, so that
 * addresses already on the waitlist count as readable. Throws csv_invalid.
 */
export async function previewWaitlist(
  { clock }: Scope,
  file: EncodedFile,
): Promise<z.output<typeof PreviewedWaitlist>> {
  const issues = new Issues();
  const rows: z.output<typeof PreviewedWaitlist>["rows"] = [];
  let readable = 0;
  let refused = 0;
  for await (const row of readWaitlistFile(file, clock.now())) {
    if ("fault" in row) {
      refused++;
      issues.add(row.line, row.fault);
      continue;
    }
    readable++;
    const { line, email, name, metadata } = row;
    if (rows.length < SHOWN) rows.push({ line, email, name, metadata });
  }
  return { readable, refused, issues: issues.all(), rows };
}
