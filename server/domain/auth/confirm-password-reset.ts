import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { sha256 } from "../../platform/crypto.ts";
import { hashPassword, isEasyPassword } from "../../platform/passwords.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { ConfirmPasswordReset, Done } from "./schema.ts";
import { forgetFailures } from "./sign-in-guard.ts";
import { endSessions, forgetSessions } from "./tokens/user-session.ts";

/**
 * docs/interface.md 4.2: sets a new password by a reset token. The token works once in any race; success ends all of the user's sessions and every
 * other reset token, and whatever slowed their sign-in. Throws password_reset_link_invalid or password_too_weak.
 */
export async function confirmPasswordReset(
  scope: Scope,
  input: z.output<typeof ConfirmPasswordReset>,
): Promise<z.output<typeof Done>> {
  const { tenantId, db, clock } = scope;
  const key = { tenantId, purpose: "PASSWORD_RESET", hash: sha256(input.token) } as const;
  const token = await db.userToken.findUnique({
    where: { tenantId_purpose_hash: key },
    include: { user: true },
  });
  const now = clock.now();
  if (!token || token.usedAt || token.expiresAt <= now || token.user.disabledAt)
    throw new ApiError("password_reset_link_invalid");
  if (isEasyPassword(input.password, token.user.email)) throw new ApiError("password_too_weak");
  const passwordHash = await hashPassword(input.password);
  const { userId } = token;
  const ended = await db.$transaction(async (tx) => {
    // Locks the user first: two confirmations that each lock one token would otherwise deadlock.
    await tx.$queryRaw`select 1 from users where tenant_id = ${tenantId} and id = ${userId} for update`;
    const unused = { tenantId, userId, purpose: "PASSWORD_RESET", usedAt: null } as const;
    const taken = await tx.userToken.updateMany({
      where: { ...unused, id: token.id },
      data: { usedAt: now },
    });
    if (taken.count === 0) throw new ApiError("password_reset_link_invalid");
    await tx.userToken.updateMany({ where: unused, data: { usedAt: now } });
    await tx.user.update({
      where: { tenantId_id: { tenantId, id: userId } },
      // The holder of the link controls the mailbox.
      data: { passwordHash, updatedAt: now, emailVerifiedAt: token.user.emailVerifiedAt ?? now },
    });
    const ids = await endSessions(tx, scope, { tenantId, userId }, "PASSWORD_RESET");
    const after = { id: userId, email: token.user.email };
    await recordChange(tx, scope, {
      type: "user.password_reset",
      objectType: "user",
      objectId: userId,
      after,
    });
    return ids;
  });
  forgetSessions(scope, ended);
  await forgetFailures(scope, { tenantId, email: token.user.email });
  return { success: true, message: "The password has been changed. Sign in with the new one." };
}
