import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizeTenant } from "./authorize-tenant.ts";

/** The other half of a LIVE tenant and its sandbox. */
interface Counterpart {
  id: string;
  slug: string;
  mode: "LIVE" | "TEST";
}

/** The tenant's sandbox, or the LIVE tenant that it is the sandbox of; null where there is none. */
export async function findCounterpart({ tenantId, system }: Scope): Promise<Counterpart | null> {
  const own = await system.db.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  return system.db.tenant.findFirst({
    where: own.parentId ? { id: own.parentId } : { parentId: tenantId },
    select: { id: true, slug: true, mode: true },
  });
}

/**
 * The same, for a caller who reads its data. A member of the dashboard needs a role there, which a member of one half has; an application
 * of a sandbox reaches its LIVE tenant only if its OWNER granted access. Throws tenant_access_denied.
 */
export async function authorizeCounterpart(scope: Scope): Promise<Counterpart | null> {
  const found = await findCounterpart(scope);
  if (!found) return null;
  const { actor, applicationId, system } = scope;
  if (actor.type !== "USER" || applicationId !== null) {
    await authorizeTenant(scope, found.id);
    return found;
  }
  const role = await system.db.membership.findFirst({
    where: { userId: actor.id, targetTenantId: found.id },
  });
  if (!role) throw new ApiError("tenant_access_denied");
  return found;
}
