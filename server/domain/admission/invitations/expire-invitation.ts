import type { Scope } from "../../../platform/scope.ts";
import { lockToken } from "./load-invitation.ts";
import { returnToWaitlist } from "./open-tokens.ts";
import { tokenState } from "./rules.ts";

/** Expires an invitation and returns its waitlist entry to PENDING; does nothing when the invitation was renewed since. */
export async function expireInvitation(scope: Scope, id: string): Promise<void> {
  const { tenantId, clock, db } = scope;
  await db.$transaction(async (tx) => {
    const { token, entry } = await lockToken(tx, scope, id);
    if (token.lapsedAt || tokenState(token, clock.now()) !== "EXPIRED") return;
    await tx.invitationToken.update({
      where: { tenantId_id: { tenantId, id } },
      data: { lapsedAt: clock.now() },
    });
    if (entry) await returnToWaitlist(tx, scope, entry.id);
  });
}
