/** Cursors of lists: the id of the last row shown, opaque to callers. Ids sort by time, so a page is one index range. */
function encodeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** The id inside a cursor. A forged one selects a wrong place in the caller's own list, nothing else. */
export function decodeCursor(cursor: string | undefined): string | undefined {
  return cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString("utf8");
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
