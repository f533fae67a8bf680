import { Prisma } from "./database/client/client.ts";

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

/** The parts of a statement that reads one page in the order, and a row more, by which toSortedPage knows of a next one. */
export function sortedBy({ by, type }: SortOrder, id: Prisma.Sql, { limit, cursor, isDescending }: Asked) {
  const [value, last] = decode(cursor);
  const towards = Prisma.raw(isDescending ? "desc" : "asc");
  const past = Prisma.raw(isDescending ? "<" : ">");
  return {
    /** What the page's cursor is made of; select it as sort_key. */
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

/** A cursor that is not ours begins the list anew: it can select a wrong place in the caller's own list, nothing else. */
function decode(cursor: string | undefined): [string, string] | [] {
  if (cursor === undefined) return [];
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [value, id]: unknown[] = Array.isArray(parts) ? parts : [];
    return typeof value === "string" && typeof id === "string" ? [value, id] : [];
  } catch {
    return [];
  }
}

/** A pattern for ilike that finds the text anywhere, its own wildcards taken as they are. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
