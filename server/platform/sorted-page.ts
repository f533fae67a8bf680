import { Prisma } from "./database/client/client.ts";
import { invalidCursor } from "./page.ts";

/** An order that a list offers: the expression it sorts by, never null, and the SQL type of that. */
export interface SortOrder {
  by: Prisma.Sql;
  type: "text" | "timestamptz" | "numeric";
}

interface Asked {
  limit: number;
  cursor: string | undefined;
  isDescending: boolean;
}

/** The parts of a statement that reads one page in the order, and one row more, from which toSortedPage knows whether a page follows. */
export function sortedBy({ by, type }: SortOrder, id: Prisma.Sql, { limit, cursor, isDescending }: Asked) {
  const [value, last] = decode(cursor, type);
  const towards = Prisma.raw(isDescending ? "desc" : "asc");
  const past = Prisma.raw(isDescending ? "<" : ">");
  return {
    /** The cursor's value; select it as sort_key. */
    key: Prisma.sql`(${by})::text`,
    after:
      value === undefined
        ? Prisma.empty
        : Prisma.sql`and (${by}, ${id}) ${past} (${value}::${Prisma.raw(type)}, ${last})`,
    order: Prisma.sql`order by ${by} ${towards}, ${id} ${towards} limit ${limit + 1}`,
  };
}

/** Cuts rows, read as sortedBy says, into a page. */
export function toSortedPage<Row extends { id: string; sort_key: string }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next_cursor: rows.length > limit && last ? encode(last.sort_key, last.id) : null };
}

function encode(value: string, id: string): string {
  return Buffer.from(JSON.stringify([value, id])).toString("base64url");
}

/** What a cursor may carry, by the type it is compared as: as PostgreSQL writes such a value. */
const WRITTEN: Record<SortOrder["type"], (value: string) => boolean> = {
  text: (value) => value.isWellFormed() && !value.includes("\0"),
  timestamptz: isMoment,
  numeric: (value) => /^-?\d{1,30}(\.\d{1,20})?$/.test(value),
};

/** Such as `-infinity` or `2026-11-21 11:06:20.123+00`: connections speak UTC. */
function isMoment(value: string): boolean {
  if (value === "-infinity") return true;
  const [, day = "", time = ""] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00$/.exec(value) ?? [];
  const moment = new Date(`${day}T${time}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${time}`);
}

/** A forged cursor can only select another place in the caller's own list. K1002 when it cannot be read. */
function decode(cursor: string | undefined, type: SortOrder["type"]): [string, string] | [] {
  if (cursor === undefined) return [];
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalidCursor();
  }
  const [value, id]: unknown[] = Array.isArray(parts) ? parts : [];
  const isOurs =
    typeof value === "string" && typeof id === "string" && WRITTEN[type](value) && /^\w{1,100}$/.test(id);
  if (!isOurs) throw invalidCursor();
  return [value, id];
}

/** A pattern for ilike that finds the text anywhere, its own wildcards taken as they are. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
