import { ApiError } from "../errors/api-error.ts";

/** Cursors of lists: the id of the last row shown, opaque to callers. Ids sort by time, so a page is one index range. */
export function encodeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** The id in a cursor. A forged one can only select another place in the caller's own list. Throws fields_invalid. */
export function decodeCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  if (!/^\w{1,100}$/.test(id)) throw invalidCursor();
  return id;
}

/** fields_invalid for a cursor that is not the next_cursor of an earlier page. */
export function invalidCursor(): ApiError {
  return new ApiError("fields_invalid", {
    issues: [{ path: "cursor", message: "is not the next_cursor of a page before" }],
  });
}

/** Cuts rows, read with take limit + 1, into a page. */
export function toPage<Row extends { id: string }, View>(
  rows: Row[],
  limit: number,
  view: (row: Row) => View,
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(view), next_cursor: rows.length > limit && last ? encodeCursor(last.id) : null };
}

/**
 * What findMany needs to read a page of the tenant's rows, newest first, and one row more, from which toPage knows whether a page follows.
 * Throws fields_invalid.
 */
export function newestFirst<Where extends object>(
  tenantId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  where: Where = {} as Where,
) {
  const last = decodeCursor(cursor);
  return {
    where: { tenantId, ...where, ...(last !== undefined && { id: { lt: last } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  } as const;
}
