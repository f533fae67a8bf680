import type { Listing } from "./calls.ts";

type Fields = Record<string, unknown>;
type FetchPage = (input: Fields) => Promise<Fields>;
type Paging = "cursor" | "offset" | "total";

/** The API's highest and default limit, for lists whose total is in a header. */
const MAX_ROWS = 1_000;

/** The first page of a list, which is asked for at once, with an iterator that asks for the others as it comes to them. */
export function listBy(kind: Paging, fetchPage: FetchPage, input: Fields): Listing<Fields, unknown> {
  const first = fetchPage(input);

  async function* pages(): AsyncGenerator<Fields> {
    let page = await first;
    let asked = input;
    for (;;) {
      yield page;
      const next = nextOf(kind, page, asked);
      if (next === null) return;
      asked = { ...input, ...next };
      page = await fetchPage(asked);
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) for (const list of listsOf(kind, page)) yield* list;
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

/** The items of a page: those by cursor have data, those by offset entries; the others are a list, or have several. */
function listsOf(kind: Paging, page: Fields): unknown[][] {
  if (kind === "cursor") return [page.data as unknown[]];
  if (kind === "offset") return [page.entries as unknown[]];
  return Array.isArray(page) ? [page] : Object.values(page).filter((value) => Array.isArray(value));
}

/** What has to be asked for to get the next page; null after the last. */
function nextOf(kind: Paging, page: Fields, asked: Fields): Fields | null {
  if (kind === "total") {
    const limit = Number(asked.limit ?? MAX_ROWS);
    const isFull = listsOf(kind, page).some((list) => list.length >= limit);
    return isFull ? { offset: Number(asked.offset ?? 0) + limit } : null;
  }
  if (kind === "cursor") return page.next_cursor === null ? null : { cursor: page.next_cursor };
  // The pagination of the interface.
  const { offset, limit, hasMore } = page.pagination as { offset: number; limit: number; hasMore: boolean };
  return hasMore ? { offset: offset + limit } : null;
}
