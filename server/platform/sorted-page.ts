import { Prisma } from "./database/client/client.ts";
import { invalidCursor } from "./page.ts";

/** An order that a list offers: the expression it sorts by, never null, and the SQL type of that. */
export interface SortOrder {
  by: Prisma.Sql;
  type: "text" | "timestamptz" | "numeric";
}

interface Asked {
  limit: number;
  cursor?: string | undefined;
  order: "asc" | "desc";
}

/** The parts of the statement that selects the ids of one page. */
interface SortedParts {
  /** The cursor's value; select it as sort_key. */
  key: Prisma.Sql;
  /** The condition that begins after the page before. */
  after: Prisma.Sql;
  /** The order and the limit. */
  order: Prisma.Sql;
}

interface Found {
  id: string;
  sort_key: string;
}

/**
 * One page of a list in the order asked for, in two steps: `find` selects ids from the parts given, `show` loads and shows the rows of
 * those ids, in any order. A row that is gone by then is left out. Throws fields_invalid.
 */
export async function readSortedPage<View extends { id: string }>(
  sort: SortOrder,
  id: Prisma.Sql,
  asked: Asked,
  find: (parts: SortedParts) => Promise<Found[]>,
  show: (ids: string[]) => Promise<View[]>,
): Promise<{ data: View[]; next_cursor: string | null }> {
  const found = await find(partsOf(sort, id, asked));
  const ids = found.slice(0, asked.limit).map((row) => row.id);
  const byId = new Map((await show(ids)).map((view) => [view.id, view]));
  const last = found.length > asked.limit ? found[asked.limit - 1] : undefined;
  return {
    data: ids.flatMap((shown) => byId.get(shown) ?? []),
    next_cursor: last ? encode(last.sort_key, last.id) : null,
  };
}

/** Reads one row more than the page shows, from which readSortedPage knows whether a page follows. */
function partsOf({ by, type }: SortOrder, id: Prisma.Sql, { limit, cursor, order }: Asked): SortedParts {
  const [value, last] = decode(cursor, type);
  const towards = Prisma.raw(order);
  const past = Prisma.raw(order === "desc" ? "<" : ">");
  return {
    key: Prisma.sql`(${by})::text`,
    after:
      value === undefined
        ? Prisma.empty
        : Prisma.sql`and (${by}, ${id}) ${past} (${value}::${Prisma.raw(type)}, ${last})`,
    order: Prisma.sql`order by ${by} ${towards}, ${id} ${towards} limit ${limit + 1}`,
  };
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

/** A forged cursor can only select another place in the caller's own list. Throws fields_invalid. */
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
  return `%${literal(text)}%`;
}

/** Printable ASCII alone. */
const ASCII = /^[\x20-\x7e]*$/;

/**
 * SQL: whether one of the columns contains the text, whatever its case. A text of ASCII alone is compared byte by byte (collation "C"):
 * it finds the same, and costs half as much, which counts where a whole table is read.
 */
export function contains(columns: Prisma.Sql[], text: string): Prisma.Sql {
  const collation = ASCII.test(text) ? Prisma.sql`collate "C"` : Prisma.empty;
  const parts = columns.map((column) => Prisma.sql`${column} ilike ${containing(text)} ${collation}`);
  return Prisma.sql`(${Prisma.join(parts, " or ")})`;
}

/** A text without wildcards, for Prisma's contains and startsWith, which escape none. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
