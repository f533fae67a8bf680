import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { moveEntry } from "../waitlist/move-entry.ts";
import { inviteAddress } from "./create-invitation-token.ts";
import { lockToken } from "./load-invitation.ts";
import { tokenState } from "./rules.ts";
import type { InvitationId, InvitationToken } from "./schema.ts";
import { viewInvitationToken } from "./view-invitation.ts";

/**
 * Sends an invitation again, for another week; an expired one becomes valid, and its waitlist entry INVITED. Throws invitation_not_found,
 * invitation_status_conflict or waitlist_status_conflict.
 */
export async function resendToken(
  scope: Scope,
  { id }: z.output<typeof InvitationId>,
): Promise<z.output<typeof InvitationToken>> {
  return scope.db.$transaction(async (tx) => {
    const { token, entry } = await lockToken(tx, scope, id);
    const state = tokenState(token, scope.clock.now());
    if (state === "USED" || state === "REVOKED")
      throw new ApiError("invitation_status_conflict", {
        details: { state: state.toLowerCase(), action: "sent again" },
      });
    if (entry && entry.status !== "INVITED") await moveEntry(tx, scope, entry, "INVITED");
    const invited = { email: token.email, name: entry?.name ?? null, waitlistEntryId: entry?.id ?? null };
    return viewInvitationToken(scope, await inviteAddress(tx, scope, { ...invited, expiresAt: null }));
  });
}
