/** All pages of a list, or all parts of a file, one after another. */
export async function* pagesOf<Page extends { next_cursor: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | null = null;
  do {
    const page: Page = await read(cursor);
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** The text of a file from its parts, with how many rows it has; onRows is told how many were read so far. */
export async function readParts(
  read: (cursor: string | null) => Promise<{ text: string; rows: number; next_cursor: string | null }>,
  onRows: (rows: number) => void,
): Promise<{ parts: string[]; rows: number }> {
  const parts: string[] = [];
  let rows = 0;
  for await (const part of pagesOf(read)) {
    parts.push(part.text);
    rows += part.rows;
    onRows(rows);
  }
  return { parts, rows };
}
