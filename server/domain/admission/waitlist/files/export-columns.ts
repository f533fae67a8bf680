import { z } from "zod";
import { withoutApostrophe } from "../../../../platform/csv/formula.ts";
import { isIdOf } from "../../../../platform/ids.ts";

export const ExportedStatus = z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]);

/** The columns that only our own export has. A file that has them all is imported with its status, times and referrals. */
export const EXPORT_COLUMNS = [
  "id",
  "status",
  "invited_at",
  "invited_by",
  "registered_at",
  "referral_code",
  "referral_count",
  "referred_by",
] as const;
/** Those that exports of earlier versions do not have: all of them or none. */
export const NEWER_COLUMNS = ["confirmed_at", "referral_counted_at"] as const;
/** Those of our export that other files may have, too. */
const SHARED_COLUMNS = ["name", "created_at", "metadata"] as const;

export const missingColumns = (columns: readonly string[]): string[] =>
  EXPORT_COLUMNS.filter((column) => !columns.includes(column));

/** What a file that is ours lacks of our export. */
function cutColumns(columns: readonly string[]): string[] {
  const isOlder =
    !NEWER_COLUMNS.some((column) => columns.includes(column)) && missingColumns(columns).length === 0;
  const wanted = [...EXPORT_COLUMNS, ...SHARED_COLUMNS, ...(isOlder ? [] : NEWER_COLUMNS)];
  return wanted.filter((column) => !columns.includes(column));
}

/** Looks at the rows of a file that has some of our columns. */
interface PartOfExport {
  see: (cells: Record<string, string>) => void;
  /** Why the file is refused; null where the columns are the caller's own, which become metadata. */
  reason: () => string | null;
}

/**
 * A file that may be a part of our own export: one whose columns were removed since, by which people would lose what they are. Its rows
 * tell it from a file that has a column `id` or `status` of its own: an `id` is one of our entries, or each `status` is one of our words
 * and not all are PENDING, as all become that are imported. null where there is nothing to tell: all of our columns are there, or neither of the two.
 */
export function partOfExport(columns: readonly string[]): PartOfExport | null {
  const missing = cutColumns(columns);
  if (missing.length === 0 || !(columns.includes("id") || columns.includes("status"))) return null;
  let hasId = false;
  const statuses = new Set<string>();
  const isOurs = () =>
    hasId ||
    ([...statuses].some((status) => status !== "PENDING") &&
      [...statuses].every((status) => ExportedStatus.safeParse(status).success));
  return {
    see: ({ id = "", status = "" }) => {
      hasId ||= isIdOf("waitlistEntry", id);
      // One more than our words tells all.
      if (status !== "" && statuses.size <= ExportedStatus.options.length)
        statuses.add(withoutApostrophe(status));
    },
    reason: () => (isOurs() ? reasonFor(missing) : null),
  };
}

function reasonFor(missing: string[]): string {
  const names = new Intl.ListFormat("en").format(missing);
  return (
    `it is from Usher's own export, without its ${missing.length === 1 ? "column" : "columns"} ${names}, so that people would lose what ` +
    "they are on the waitlist. Import the export with all its columns; or, to import its people as new ones, rename or remove the " +
    "columns id and status"
  );
}
