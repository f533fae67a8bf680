import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import type { ChangeRole } from "./change-role-schema.ts";
import type { Member } from "./schema.ts";
import { memberOf, setRole } from "./set-role.ts";
import { viewMember } from "./view-member.ts";

/** Changes a member's role in the tenant and its sandbox. Throws member_not_found or last_owner. */
export async function changeRole(
  scope: Scope,
  input: z.output<typeof ChangeRole>,
): Promise<z.output<typeof Member>> {
  return scope.db.$transaction(async (tx) => {
    const { user } = await memberOf(tx, scope, input.user_id);
    await setRole(tx, scope, user, input.role);
    return viewMember(await memberOf(tx, scope, user.id));
  });
}
