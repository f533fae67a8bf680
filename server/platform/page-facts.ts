/** Which part of a list an answer holds, where its body cannot say so: told in the headers of the answer. */
export interface PageFacts {
  /** How many there are in all. */
  total: number;
  limit: number;
  offset: number;
  /** Whether there is more behind this part. */
  hasMore: boolean;
}

export type TellPage = (facts: PageFacts) => void;

/** How many rows a list has of which a part was read; counts them only where the part itself does not show it. */
export async function totalOf(
  { limit, offset, rows }: { limit: number; offset: number; rows: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows < limit && (rows > 0 || offset === 0);
  return isLast ? offset + rows : count();
}

/** As headers: the total, and the way to the next part (RFC 8288). */
export function pageHeaders(url: URL, { total, limit, offset, hasMore }: PageFacts): Record<string, string> {
  const next = new URLSearchParams(url.searchParams);
  next.set("limit", String(limit));
  next.set("offset", String(offset + limit));
  return {
    "x-total-count": String(total),
    ...(hasMore && { link: `<${url.pathname}?${next}>; rel="next"` }),
  };
}
