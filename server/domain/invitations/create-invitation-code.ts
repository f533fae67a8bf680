import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { newId } from "../../platform/ids.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { newInvitationCode, normalizeCode } from "./rules.ts";
import type { CreatedInvitationCode, CreateInvitationCode } from "./schema.ts";

/** Interface 4.8. The code is kept hashed for look-ups and sealed for the list. K4004 an expiry in the past. */
export async function createInvitationCode(
  scope: Scope,
  input: z.output<typeof CreateInvitationCode>,
): Promise<z.output<typeof CreatedInvitationCode>> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt && expiresAt <= now) throw new ApiError("K4004");
  const id = newId("invitationCode");
  const code = newInvitationCode();
  const { maxUses } = input;
  await scope.db.$transaction(async (tx) => {
    const secret = {
      codeHash: sha256(normalizeCode(code)),
      codeSealed: vault.seal(code, `invitation_code:${id}`),
    };
    await tx.invitationCode.create({
      data: { tenantId, id, ...secret, expiresAt, maxUses, createdBy: scope.actor.id, createdAt: now },
    });
    const after = { id, expires_at: expiresAt?.toISOString() ?? null, max_uses: maxUses };
    await recordChange(tx, scope, {
      type: "invitation.code_created",
      objectType: "invitation_code",
      objectId: id,
      after,
    });
  });
  return { code, expiresAt: expiresAt?.toISOString() ?? null, maxUses };
}
