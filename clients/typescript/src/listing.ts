import type { Listing } from "./calls.ts";

type Fields = Record<string, unknown>;
type FetchPage = (input: Fields) => Promise<Fields>;

/** The first page of a list, which is asked for at once, with an iterator that asks for the others as it comes to them. */
export function listBy(
  kind: "cursor" | "offset",
  fetchPage: FetchPage,
  input: Fields,
): Listing<Fields, unknown> {
  const first = fetchPage(input);

  async function* pages(): AsyncGenerator<Fields> {
    let page = await first;
    for (;;) {
      yield page;
      const next = nextOf(kind, page);
      if (next === null) return;
      page = await fetchPage({ ...input, ...next });
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    // The document says of pages by cursor that they have data, of those by offset that they have entries.
    for await (const page of pages()) yield* (kind === "cursor" ? page.data : page.entries) as unknown[];
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

/** What has to be asked for to get the next page; null after the last. */
function nextOf(kind: "cursor" | "offset", page: Fields): Fields | null {
  if (kind === "cursor") return page.next_cursor === null ? null : { cursor: page.next_cursor };
  // The pagination of the interface.
  const { offset, limit, hasMore } = page.pagination as { offset: number; limit: number; hasMore: boolean };
  return hasMore ? { offset: offset + limit } : null;
}
