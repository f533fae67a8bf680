import { z } from "zod";
import { EmailInput, TimestampInput, text } from "../../platform/schema/common.ts";
import { metadataFault } from "./rules.ts";

/** A line of an import, ready to be kept. */
export interface ImportedRow {
  email: string;
  name: string | null;
  metadata: Record<string, unknown>;
  createdAt: Date | null;
}

const Name = text(200);
const AnyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/** Columns that our own export writes and an import does not take: they are ours to decide. */
const OURS = new Set([
  "id",
  "status",
  "invited_at",
  "invited_by",
  "registered_at",
  "referral_code",
  "referral_count",
]);
const KNOWN = new Set(["email", "name", "created_at", "metadata"]);

/** A line as cells by column, or why it cannot be taken. */
export function readRow(record: Record<string, string>): ImportedRow | { fault: string } {
  const cells = new Map(Object.entries(record).map(([column, cell]) => [column, plain(cell)]));
  const email = EmailInput.safeParse(cells.get("email") ?? "");
  if (!email.success) return { fault: "email is not an e-mail address" };
  const name = cells.get("name") || null;
  if (name !== null && !Name.safeParse(name).success)
    return { fault: "name is longer than 200 characters or has control characters" };
  const since = cells.get("created_at") || null;
  if (since !== null && !TimestampInput.safeParse(since).success)
    return { fault: "created_at is not an ISO 8601 moment" };
  const given = readMetadata(cells.get("metadata") ?? "");
  if (given === null) return { fault: "metadata is not a JSON object" };
  const others = [...cells].filter(
    ([column, cell]) => cell !== "" && !OURS.has(column) && !KNOWN.has(column),
  );
  const metadata = Object.fromEntries([...Object.entries(given), ...others]);
  if (metadataFault(metadata) !== null)
    return { fault: "metadata is larger than 16 KB, 50 keys or 10 levels" };
  return { email: email.data, name, metadata, createdAt: since === null ? null : new Date(since) };
}

/** Without the apostrophe that keeps spreadsheets from running a cell. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function readMetadata(cell: string): Record<string, unknown> | null {
  if (cell === "") return {};
  try {
    return AnyObject.safeParse(JSON.parse(cell)).data ?? null;
  } catch {
    return null;
  }
}
