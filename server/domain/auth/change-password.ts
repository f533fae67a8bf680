import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { hashPassword, isEasyPassword, verifyPassword } from "../../platform/passwords.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { ChangePassword } from "./change-password-schema.ts";
import type { Done } from "./schema.ts";
import { guardSignIn } from "./sign-in-guard.ts";
import { endSessions, forgetSessions } from "./tokens/user-session.ts";

/**
 * A signed-in user sets a new password; all of their other sessions and every reset token end. user_token_required for a token that is no
 * user's, current_password_wrong the current password is wrong, password_too_weak the new one is easy, too_many_requests after too many
 * failures.
 */
export async function changePassword(
  scope: Scope,
  input: z.output<typeof ChangePassword>,
): Promise<z.output<typeof Done>> {
  const { tenantId, actor, sessionId, db, clock } = scope;
  if (actor.type !== "USER" || sessionId === null) throw new ApiError("user_token_required");
  const key = { tenantId_id: { tenantId, id: actor.id } };
  const user = await db.user.findUniqueOrThrow({ where: key });
  // The session's holder has signed in: what strangers try does not count.
  const who = { tenantId, email: user.email, address: null, device: `session ${sessionId}`, isProven: true };
  const isRight = await guardSignIn(scope, who, async () =>
    (await verifyPassword(user.passwordHash, input.current_password)) ? true : null,
  );
  if (!isRight) throw new ApiError("current_password_wrong");
  if (isEasyPassword(input.password, user.email)) throw new ApiError("password_too_weak");
  const passwordHash = await hashPassword(input.password);
  const ended = await db.$transaction(async (tx) => {
    const now = clock.now();
    await tx.user.update({ where: key, data: { passwordHash, updatedAt: now } });
    await tx.userToken.updateMany({
      where: { tenantId, userId: user.id, purpose: "PASSWORD_RESET", usedAt: null },
      data: { usedAt: now },
    });
    const others = await tx.session.findMany({
      where: { tenantId, userId: user.id, revokedAt: null, id: { not: sessionId } },
      select: { id: true },
    });
    for (const { id } of others)
      await endSessions(tx, scope, { tenantId, userId: user.id, id }, "PASSWORD_CHANGED");
    await recordChange(tx, scope, {
      type: "user.password_changed",
      objectType: "user",
      objectId: user.id,
      after: { id: user.id, email: user.email },
    });
    return others.map(({ id }) => id);
  });
  forgetSessions(scope, ended);
  return { success: true, message: "The password has been changed. Other devices have been signed out." };
}
