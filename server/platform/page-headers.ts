/** Which part of a list an answer holds. It goes into the headers when the body has no place for it. */
export interface PageInfo {
  /** How many rows the list has in all. */
  total: number;
  limit: number;
  offset: number;
  /** Whether there are more rows after this part. */
  hasMore: boolean;
}

export type SetPageHeaders = (page: PageInfo) => void;

/** How many rows a list has. Counts them only when the part that was read is not its last. */
export async function totalOf(
  { limit, offset, rows }: { limit: number; offset: number; rows: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows < limit && (rows > 0 || offset === 0);
  return isLast ? offset + rows : count();
}

/** The total as X-Total-Count, and the next part as Link (RFC 8288). */
export function pageHeaders(url: URL, { total, limit, offset, hasMore }: PageInfo): Record<string, string> {
  const next = new URLSearchParams(url.searchParams);
  next.set("limit", String(limit));
  next.set("offset", String(offset + limit));
  return {
    "x-total-count": String(total),
    ...(hasMore && { link: `<${url.pathname}?${next}>; rel="next"` }),
  };
}
