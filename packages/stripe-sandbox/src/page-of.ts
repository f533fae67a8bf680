import { invalid, missing } from "./wire/failure.ts";

/** How a list is paged: https://docs.stripe.com/api/pagination. */
interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

const DEFAULT_LIMIT = 10;

/** The cursor of a page, if any; both at once are refused in the words of github.com/stripe/stripe-dotnet/issues/1848. */
export function cursorOf({ starting_after: after, ending_before: before }: Paging): {
  cursor: string | undefined;
  isBackwards: boolean;
} {
  if (after !== undefined && before !== undefined)
    throw invalid("Received both starting_after and ending_before parameters. Please pass in only one.");
  return { cursor: before ?? after, isBackwards: before !== undefined };
}

/** One page of a list that an object holds, in the object's order. Refuses a cursor that is not in it. */
export function pageOf<T extends { id: string; object: string }>(
  all: T[],
  kind: T["object"],
  { limit = DEFAULT_LIMIT, ...cursors }: Paging,
): { data: T[]; has_more: boolean } {
  const { cursor, isBackwards } = cursorOf(cursors);
  const place = all.findIndex((one) => one.id === cursor);
  if (cursor !== undefined && place < 0)
    throw missing(kind, cursor, isBackwards ? "ending_before" : "starting_after");
  if (isBackwards) return { data: all.slice(Math.max(0, place - limit), place), has_more: place > limit };
  // Without a cursor, the place is -1.
  const start = place + 1;
  return { data: all.slice(start, start + limit), has_more: all.length > start + limit };
}
