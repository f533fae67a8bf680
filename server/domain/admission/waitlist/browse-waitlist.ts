import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { foldEmail } from "../../../platform/fold-email.ts";
import type { Scope } from "../../../platform/scope.ts";
import { readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import type { BrowseWaitlist, WaitlistRows } from "./browse-schema.ts";

const ORDERS: Record<z.output<typeof BrowseWaitlist>["sort"], SortOrder> = {
  created_at: { by: Prisma.sql`w.created_at`, type: "timestamptz" },
  email: { by: Prisma.sql`w.email`, type: "text" },
};

/** The waitlist as a table of the dashboard. An address is searched by its beginning, because the waitlist may have a million entries. */
export async function browseWaitlist(
  { db, tenantId }: Scope,
  input: z.output<typeof BrowseWaitlist>,
): Promise<z.output<typeof WaitlistRows>> {
  const q = input.q?.trim();
  const start = `${foldEmail(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`w.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select w.id, ${key} as sort_key from waitlist_entries w
    where w.tenant_id = ${tenantId}
      ${q === undefined ? Prisma.empty : Prisma.sql`and (w.id = ${q} or w.email like ${start})`}
      ${input.status === undefined ? Prisma.empty : Prisma.sql`and w.status = ${input.status}::"WaitlistStatus"`}
      ${after} ${order}`,
    async (ids) => {
      const rows = await db.waitlistEntry.findMany({
        where: { tenantId, id: { in: ids } },
      });
      return rows.map((row) => {
        return {
          id: row.id,
          email: row.email,
          name: row.name,
          status: row.status,
          created_at: row.createdAt.toISOString(),
          invited_at: row.invitedAt?.toISOString() ?? null,
          registered_at: row.registeredAt?.toISOString() ?? null,
          referral_count: row.referralCount,
        };
      });
    },
  );
}
