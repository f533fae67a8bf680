import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { BrowseWaitlist, WaitlistRows } from "./browse-schema.ts";
import { readEntries } from "./read-entries.ts";

/** The waitlist as a table of the dashboard. */
export async function browseWaitlist(
  scope: Scope,
  input: z.output<typeof BrowseWaitlist>,
): Promise<z.output<typeof WaitlistRows>> {
  const { db, tenantId } = scope;
  return readEntries(scope, input, async (ids) => {
    const rows = await db.waitlistEntry.findMany({ where: { tenantId, id: { in: ids } } });
    return rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.name,
      status: row.status,
      created_at: row.createdAt.toISOString(),
      invited_at: row.invitedAt?.toISOString() ?? null,
      registered_at: row.registeredAt?.toISOString() ?? null,
      referral_count: row.referralCount,
    }));
  });
}
