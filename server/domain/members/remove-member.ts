import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { endSessions, forgetSessions } from "../auth/tokens/user-session.ts";
import type { RemovedMember } from "./remove-member-schema.ts";
import { keepOwner, lockTenantAndSandbox, memberOf, recordMember } from "./set-role.ts";

/** Takes a member's role in the tenant and its sandbox away, and ends their sessions. Throws member_not_found or last_owner. */
export async function removeMember(
  scope: Scope,
  { user_id: userId }: { user_id: string },
): Promise<z.output<typeof RemovedMember>> {
  const ended = await scope.db.$transaction(async (tx) => {
    const { user, role } = await memberOf(tx, scope, userId);
    const tenantIds = await lockTenantAndSandbox(tx, scope);
    await keepOwner(tx, scope, () =>
      tx.membership.deleteMany({ where: { userId, targetTenantId: { in: tenantIds } } }),
    );
    // A person who is invited again may use another account of an identity provider.
    if ((await tx.membership.count({ where: { userId } })) === 0)
      await tx.userIdentity.deleteMany({ where: { tenantId: user.tenantId, userId } });
    const before = { user_id: userId, email: user.email, role };
    await recordMember(
      tx,
      scope,
      "member.removed",
      userId,
      { user_id: userId, email: user.email, role: null },
      before,
    );
    return endSessions(tx, scope, { tenantId: user.tenantId, userId }, "SIGNED_OUT");
  });
  forgetSessions(scope, ended);
  return { user_id: userId, removed: true };
}
