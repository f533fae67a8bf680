import { missing } from "./wire/failure.ts";

/** How a list is paged: https://docs.stripe.com/api/pagination. */
interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

const DEFAULT_LIMIT = 10;

/** One page of a list that an object holds, in the object's order. Refuses a cursor that is not in it. */
export function pageOf<T extends { id: string; object: string }>(
  all: T[],
  kind: T["object"],
  { limit = DEFAULT_LIMIT, starting_after: after, ending_before: before }: Paging,
): { data: T[]; has_more: boolean } {
  const placeOf = (id: string, param: string) => {
    const place = all.findIndex((one) => one.id === id);
    if (place < 0) throw missing(kind, id, param);
    return place;
  };
  if (before !== undefined) {
    const end = placeOf(before, "ending_before");
    return { data: all.slice(Math.max(0, end - limit), end), has_more: end > limit };
  }
  const start = after === undefined ? 0 : placeOf(after, "starting_after") + 1;
  return { data: all.slice(start, start + limit), has_more: all.length > start + limit };
}
