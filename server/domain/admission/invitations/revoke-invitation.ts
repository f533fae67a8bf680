import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { lockCode, lockToken } from "./load-invitation.ts";
import { returnToWaitlist, revokeOpenToken } from "./open-tokens.ts";
import { codeState, tokenState } from "./rules.ts";
import type { InvitationCode, InvitationId, InvitationToken } from "./schema.ts";
import { codeFacts, viewInvitationCode, viewInvitationToken } from "./view-invitation.ts";

/** Revokes a token; its waitlist entry becomes PENDING. Idempotent. Throws invitation_not_found or invitation_status_conflict. */
export async function revokeInvitationToken(
  scope: Scope,
  { id }: z.output<typeof InvitationId>,
): Promise<z.output<typeof InvitationToken>> {
  return scope.db.$transaction(async (tx) => {
    const { token, entry } = await lockToken(tx, scope, id);
    const state = tokenState(token, scope.clock.now());
    if (state === "USED")
      throw new ApiError("invitation_status_conflict", { details: { state: "used", action: "revoked" } });
    if (state === "REVOKED") return viewInvitationToken(scope, token);
    const row = await revokeOpenToken(tx, scope, token);
    if (entry) await returnToWaitlist(tx, scope, entry.id);
    return viewInvitationToken(scope, row);
  });
}

/** Revokes a code: it cannot be redeemed any more; earlier redemptions stay. Idempotent. Throws invitation_not_found. */
export async function revokeInvitationCode(
  scope: Scope,
  { id }: z.output<typeof InvitationId>,
): Promise<z.output<typeof InvitationCode>> {
  const { tenantId, clock } = scope;
  return scope.db.$transaction(async (tx) => {
    const before = await lockCode(tx, scope, id);
    if (codeState(before, clock.now()) === "REVOKED") return viewInvitationCode(scope, before);
    const row = await tx.invitationCode.update({
      where: { tenantId_id: { tenantId, id } },
      data: { revokedAt: clock.now() },
    });
    await recordChange(tx, scope, {
      type: "invitation.revoked",
      objectType: "invitation_code",
      objectId: id,
      before: codeFacts(before),
      after: codeFacts(row),
    });
    return viewInvitationCode(scope, { ...row, redemptions: before.redemptions });
  });
}
