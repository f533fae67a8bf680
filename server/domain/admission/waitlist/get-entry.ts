import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { WaitlistEntryDetail } from "./get-entry-schema.ts";
import { positionOf } from "./position.ts";
import type { WaitlistEntryId } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/** One entry of the tenant with its position. Throws waitlist_entry_not_found. */
export async function getWaitlistEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof WaitlistEntryDetail>> {
  const { tenantId, db } = scope;
  const row = await db.waitlistEntry.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("waitlist_entry_not_found");
  return {
    ...viewWaitlistEntry(row),
    position: await positionOf(scope, row),
    referral_code: row.referralCode,
    referral_count: row.referralCount,
    referred_by: row.referredById,
    registered_at: row.registeredAt?.toISOString() ?? null,
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
  };
}
