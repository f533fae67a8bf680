import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockEntry } from "./move-entry.ts";
import { findPosition } from "./position.ts";
import { countReferral } from "./referrals.ts";
import type { FindPosition, WaitlistPosition } from "./schema.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

/**
 * Confirms an entry's address by the code that the mail about joining carries: its reader has the mailbox. From then on the entry counts
 * for the person who referred it. Again changes nothing. Throws waitlist_entry_not_found.
 */
export async function confirmEntry(
  scope: Scope,
  input: z.output<typeof FindPosition>,
): Promise<z.output<typeof WaitlistPosition>> {
  const { tenantId, clock, db } = scope;
  const key = { tenantId_referralCode: { tenantId, referralCode: input.referral_code } };
  await db.$transaction(async (tx) => {
    const found = await tx.waitlistEntry.findUnique({ where: key, select: { id: true } });
    if (!found) throw new ApiError("waitlist_entry_not_found");
    const entry = await lockEntry(tx, scope, found.id);
    if (entry.confirmedAt !== null) return;
    const row = await tx.waitlistEntry.update({
      where: { tenantId_id: { tenantId, id: entry.id } },
      data: { confirmedAt: clock.now(), updatedAt: clock.now() },
    });
    await recordChange(tx, scope, {
      type: "waitlist.confirmed",
      objectType: "waitlist_entry",
      objectId: row.id,
      after: viewWaitlistEntry(row),
    });
    await countReferral(tx, scope, row);
  });
  return findPosition(scope, input);
}
