import type { z } from "zod";
import type { InvitationToken } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { eraseHistory } from "../../../events/erase-history.ts";
import { recordChange } from "../../../events/record-change.ts";
import { lockEntry, moveEntry } from "../../waitlist/move-entry.ts";
import type { WaitlistEntry, WaitlistEntryId } from "../../waitlist/schema.ts";
import { viewWaitlistEntry } from "../../waitlist/view-waitlist-entry.ts";
import { revokeOpenToken } from "../open-tokens.ts";
import type { ErasedEntry } from "./reject-or-erase-entry-schema.ts";

/** Rejects an entry and revokes its open invitations. Idempotent. Throws waitlist_entry_not_found or waitlist_status_conflict. */
export async function rejectEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof WaitlistEntry>> {
  return scope.db.$transaction(async (tx) => {
    const entry = await lockEntry(tx, scope, id);
    if (entry.status === "REJECTED") return viewWaitlistEntry(entry);
    const row = await moveEntry(tx, scope, entry, "REJECTED");
    for (const token of await unusedTokensOf(tx, scope, row.email)) await revokeOpenToken(tx, scope, token);
    return viewWaitlistEntry(row);
  });
}

/**
 * Erases an entry at the person's request: the entry, its unused invitations, the mails to the address, and their data in events and the
 * audit log. The record that an entry was erased, when and by whom, stays. Throws waitlist_entry_not_found.
 */
export async function eraseEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof ErasedEntry>> {
  const { tenantId } = scope;
  await scope.db.$transaction(async (tx) => {
    const { email } = await lockEntry(tx, scope, id);
    const tokens = await tx.invitationToken.findMany({ where: { tenantId, email } });
    await tx.invitationToken.deleteMany({ where: { tenantId, email, usedAt: null } });
    await tx.invitationToken.updateMany({
      where: { tenantId, email },
      data: { email: `erased-${id}@erased.invalid`, waitlistEntryId: null },
    });
    await tx.waitlistEntry.updateMany({
      where: { tenantId, referredById: id },
      data: { referredById: null },
    });
    await tx.mailMessage.deleteMany({ where: { tenantId, to: email } });
    await tx.waitlistEntry.delete({ where: { tenantId_id: { tenantId, id } } });
    await eraseHistory(tx, scope, [id, ...tokens.map((token) => token.id)]);
    await recordChange(tx, scope, {
      type: "waitlist.erased",
      objectType: "waitlist_entry",
      objectId: id,
      after: { id },
    });
  });
  return { id, erased: true };
}

function unusedTokensOf(tx: Tx, { tenantId }: Scope, email: string): Promise<InvitationToken[]> {
  return tx.invitationToken.findMany({ where: { tenantId, email, usedAt: null, revokedAt: null } });
}
