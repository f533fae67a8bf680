import { TimestampInput } from "../../../../platform/schema/common.ts";

/** Date, time, and how far from UTC: ISO 8601, and as SQL and its programs write it. */
const WRITTEN =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?: ?(?:(Z|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?))?)?$/i;

/** Digits of a count since 1970 began, UTC, with what one of it is in milliseconds: times between 1973 and 2286. */
const COUNTED = [
  { digits: /^\d{9,10}(?:\.\d{1,9})?$/, milliseconds: 1000 },
  { digits: /^\d{12,13}$/, milliseconds: 1 },
];

/** How far a clock that differs, or a time without its offset, may be ahead. */
const DAY_MS = 86_400_000;

/**
 * A moment as other programs export it: ISO 8601, a date of SQL (`2026-01-02 03:04:05`, with or without an offset), a date alone, or
 * Unix seconds or milliseconds. UTC where no offset is named. Null for everything else, and for what is more than a day after now (UTC).
 */
export function readMoment(cell: string, now: Date): Date | null {
  const moment = readWritten(cell);
  return moment !== null && moment.getTime() <= now.getTime() + DAY_MS ? moment : null;
}

function readWritten(cell: string): Date | null {
  for (const { digits, milliseconds } of COUNTED)
    if (digits.test(cell)) return new Date(Number(cell) * milliseconds);
  const [, date, time = "00:00", seconds = ":00", , hours = "+00", minutes = "00"] = WRITTEN.exec(cell) ?? [];
  if (date === undefined) return null;
  const iso = `${date}T${time}${seconds}${hours}:${minutes}`;
  return TimestampInput.safeParse(iso).success ? new Date(iso) : null;
}

/** What a moment that readMoment refuses is told. */
export const NO_MOMENT =
  "is not a moment such as 2026-01-02T03:04:05Z or 2026-01-02 03:04:05, or is in the future";
