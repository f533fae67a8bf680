import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import { entryMatches } from "./entry-matches.ts";
import type { WaitlistStatus } from "./rules.ts";

/** Orders of the waitlist. */
const ORDERS = {
  created_at: { by: Prisma.sql`w.created_at`, type: "timestamptz" },
  email: { by: Prisma.sql`w.email`, type: "text" },
} as const satisfies Record<string, SortOrder>;

interface Asked {
  /** See entryMatches. */
  q?: string | undefined;
  status?: WaitlistStatus | undefined;
  sort: keyof typeof ORDERS;
  order: "asc" | "desc";
  limit: number;
  cursor?: string | undefined;
}

/** A page of the entries that a search and a status leave, for lists and files alike; `show` loads them by id. Throws fields_invalid. */
export function readEntries<View extends { id: string }>(
  { db, tenantId }: Scope,
  asked: Asked,
  show: (ids: string[]) => Promise<View[]>,
): Promise<{ data: View[]; next_cursor: string | null }> {
  const { q, status } = asked;
  return readSortedPage(
    ORDERS[asked.sort],
    Prisma.sql`w.id`,
    asked,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select w.id, ${key} as sort_key from waitlist_entries w
    where w.tenant_id = ${tenantId}
      ${q === undefined ? Prisma.empty : Prisma.sql`and ${entryMatches(q)}`}
      ${status === undefined ? Prisma.empty : Prisma.sql`and w.status = ${status}::"WaitlistStatus"`}
      ${after} ${order}`,
    show,
  );
}
