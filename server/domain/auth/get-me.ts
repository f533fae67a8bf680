import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { viewUser } from "../users/view-user.ts";
import type { Me } from "./get-me-schema.ts";

/** The user of the token. user_token_required for a token that is not a user's. */
export async function getMe(scope: Scope): Promise<z.output<typeof Me>> {
  const { tenantId, actor, sessionId, db } = scope;
  if (sessionId === null) throw new ApiError("user_token_required");
  const user = await db.user.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: actor.id } },
    include: { customer: true, memberships: { where: { targetTenantId: tenantId } } },
  });
  return { ...viewUser(user, user.customer), tenant_id: tenantId, role: user.memberships[0]?.role ?? null };
}
