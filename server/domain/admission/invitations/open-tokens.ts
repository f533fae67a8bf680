import type { InvitationToken } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockEntry, moveEntry } from "../waitlist/move-entry.ts";
import { tokenFacts } from "./view-invitation.ts";

/** Revokes a token that can still be used, with its event. */
export async function revokeOpenToken(
  tx: Tx,
  scope: Scope,
  before: InvitationToken,
): Promise<InvitationToken> {
  const row = await tx.invitationToken.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
    data: { revokedAt: scope.clock.now() },
  });
  await recordChange(tx, scope, {
    type: "invitation.revoked",
    objectType: "invitation_token",
    objectId: row.id,
    before: tokenFacts(before),
    after: tokenFacts(row),
  });
  return row;
}

/** Returns an invited entry to PENDING when none of its invitations is open. */
export async function returnToWaitlist(tx: Tx, scope: Scope, entryId: string): Promise<void> {
  const { tenantId, clock } = scope;
  const entry = await lockEntry(tx, scope, entryId);
  if (entry.status !== "INVITED") return;
  const open = await tx.invitationToken.count({
    where: {
      tenantId,
      waitlistEntryId: entryId,
      usedAt: null,
      revokedAt: null,
      expiresAt: { gt: clock.now() },
    },
  });
  if (open === 0) await moveEntry(tx, scope, entry, "PENDING");
}
