import { z } from "zod";
import { withoutApostrophe } from "../../../../platform/csv/formula.ts";
import { findAltered, parseMarked } from "../../../../platform/exact-json.ts";
import { apiWords } from "../../../../platform/schema/api-words.ts";
import { EmailInput, text } from "../../../../platform/schema/common.ts";
import { metadataFault, type WaitlistStatus } from "../rules.ts";
import { EXPORT_COLUMNS, ExportedStatus, missingColumns, NEWER_COLUMNS } from "./export-columns.ts";
import { NO_MOMENT, readMoment } from "./read-moment.ts";

/** A line of an import, ready to be kept. */
export interface ImportedRow {
  email: string;
  name: string | null;
  metadata: Record<string, unknown>;
  createdAt: Date | null;
  status: WaitlistStatus;
  invitedAt: Date | null;
  invitedBy: string | null;
  registeredAt: Date | null;
  /** null: a new one is made. */
  referralCode: string | null;
  referralCount: number;
  /** The referral code of the entry whose code was used. */
  referredBy: string | null;
  confirmedAt: Date | null;
  /** When the referrer's count, which the file has, took it in; null: not yet. */
  referralCountedAt: Date | null;
}

const Name = text(200);
const AnyObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const Code = z.string().regex(/^[\w-]{1,64}$/);
const Count = z.string().regex(/^\d{1,9}$/);

const KNOWN = ["email", "name", "created_at", "metadata"];

/** A name as one line: spreadsheets keep line breaks and tabs within a cell, which a name does not have. null for a blank one. */
function onOneLine(cell: string): string | null {
  const line = cell.replace(/[\r\n\t]+/g, " ");
  return line.trim() === "" ? null : line;
}

/** A line as cells by column, or why it cannot be imported. now: UTC; no time may be more than a day after it. */
export function readRow(record: Record<string, string>, now: Date): ImportedRow | { fault: string } {
  const cells = new Map(Object.entries(record).map(([column, cell]) => [column, withoutApostrophe(cell)]));
  // An earlier program lost these characters: https://en.wikipedia.org/wiki/Specials_(Unicode_block)#Replacement_character.
  if ([...cells.values()].some((cell) => cell.includes("\uFFFD")))
    return { fault: "it contains \uFFFD, where an earlier program lost a character" };
  const isOurs = missingColumns([...cells.keys()]).length === 0;
  const facts = isOurs ? readExported(cells, now) : NOTHING;
  if ("fault" in facts) return facts;
  const email = EmailInput.safeParse(cells.get("email") ?? "", { error: apiWords });
  if (!email.success) return { fault: `email ${email.error.issues[0]?.message}` };
  const name = onOneLine(cells.get("name") ?? "");
  if (name !== null && !Name.safeParse(name).success)
    return { fault: "name is longer than 200 characters or has control characters" };
  const createdAt = moment(cells, "created_at", now);
  if (createdAt === undefined) return { fault: `created_at ${NO_MOMENT}` };
  const given = readMetadata(cells.get("metadata") ?? "");
  if (given === null)
    return { fault: "metadata is not a JSON object, or has a number that JSON cannot carry exactly" };
  const taken: readonly string[] = isOurs ? [...KNOWN, ...EXPORT_COLUMNS, ...NEWER_COLUMNS] : KNOWN;
  const others = [...cells].filter(([column, cell]) => cell !== "" && !taken.includes(column));
  const twice = others.find(([column, cell]) => Object.hasOwn(given, column) && !isSame(given[column], cell));
  if (twice) return { fault: twoValues(twice[0]) };
  const metadata = Object.fromEntries([...others, ...Object.entries(given)]);
  const fault = metadataFault(metadata);
  if (fault !== null) return { fault: FAULTS_OF_METADATA[fault] };
  return { ...facts, email: email.data, name, metadata, createdAt };
}

const FAULTS_OF_METADATA = {
  characters: "metadata has a character that cannot be stored: NUL or half a surrogate pair",
  size: "metadata is larger than 16 KB of JSON",
  keys: "metadata has more than 50 keys",
  depth: "metadata has more than 10 levels",
} as const;

/** Whether a cell has a value of the metadata, which may be of any type. */
const isSame = (value: unknown, cell: string) => value === cell || JSON.stringify(value) === cell;

const twoValues = (name: string) =>
  `the column "${name}" and the key "${name}" of the column metadata have two values. Rename one, or remove it`;

type Exported = Omit<ImportedRow, "email" | "name" | "metadata" | "createdAt">;

const NOTHING: Exported = {
  status: "PENDING",
  invitedAt: null,
  invitedBy: null,
  registeredAt: null,
  referralCode: null,
  referralCount: 0,
  referredBy: null,
  confirmedAt: null,
  referralCountedAt: null,
};

/** The status, times and referrals of an entry in our own export. */
function readExported(cells: Map<string, string>, now: Date): Exported | { fault: string } {
  const status = ExportedStatus.safeParse(cells.get("status"));
  if (!status.success) return { fault: "status is none of PENDING, INVITED, REGISTERED and REJECTED" };
  const [invitedAt, registeredAt] = [moment(cells, "invited_at", now), moment(cells, "registered_at", now)];
  if (invitedAt === undefined || registeredAt === undefined)
    return { fault: `invited_at or registered_at ${NO_MOMENT}` };
  const [code, by] = [cells.get("referral_code") || null, cells.get("referred_by") || null];
  if ([code, by].some((one) => one !== null && !Code.safeParse(one).success))
    return { fault: "referral_code or referred_by is not a referral code" };
  const count = Count.safeParse(cells.get("referral_count") || "0");
  if (!count.success) return { fault: "referral_count is not a whole number" };
  const confirmedAt = moment(cells, "confirmed_at", now);
  // Earlier versions counted a referral when its person joined.
  const isOlder = !cells.has("referral_counted_at") && by !== null;
  const referralCountedAt = moment(cells, isOlder ? "created_at" : "referral_counted_at", now);
  if (confirmedAt === undefined || referralCountedAt === undefined)
    return { fault: `confirmed_at or referral_counted_at ${NO_MOMENT}` };
  const invitedBy = cells.get("invited_by") || null;
  return {
    status: status.data,
    invitedAt,
    invitedBy,
    registeredAt,
    referralCode: code,
    referralCount: Number(count.data),
    referredBy: by,
    confirmedAt,
    referralCountedAt,
  };
}

/** null when the cell is empty, undefined when it is no time that can have been. */
function moment(cells: Map<string, string>, column: string, now: Date): Date | null | undefined {
  const cell = cells.get(column) ?? "";
  return cell === "" ? null : (readMoment(cell, now) ?? undefined);
}

function readMetadata(cell: string): Record<string, unknown> | null {
  if (cell === "") return {};
  try {
    const value = parseMarked(cell);
    return findAltered(value) === null ? (AnyObject.safeParse(value).data ?? null) : null;
  } catch {
    return null;
  }
}
