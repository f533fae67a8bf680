import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope, Tx } from "../scope.ts";

interface NewToken {
  /** Trimmed and in lower case. */
  email: string;
  expiresInDays: number;
  waitlistEntryId: string | null;
}

/** Makes an invitation for one address and one use, inside the caller's transaction; answers the token itself. */
export async function createInvitationToken(
  tx: Tx,
  scope: Scope,
  input: NewToken,
): Promise<{ id: string; token: string }> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const id = newId("invitationToken");
  const token = randomSecret();
  const expiresAt = addSeconds(now, input.expiresInDays * 86_400);
  const secret = { tokenHash: sha256(token), tokenSealed: vault.seal(token, `invitation_token:${id}`) };
  const { email, waitlistEntryId } = input;
  await tx.invitationToken.create({
    data: {
      tenantId,
      id,
      email,
      ...secret,
      expiresAt,
      waitlistEntryId,
      createdBy: scope.actor.id,
      createdAt: now,
    },
  });
  const after = { id, email, expires_at: expiresAt.toISOString() };
  await recordChange(tx, scope, {
    type: "invitation.token_created",
    objectType: "invitation_token",
    objectId: id,
    after,
  });
  return { id, token };
}
