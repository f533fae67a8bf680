import { ApiError } from "../../errors/api-error.ts";
import { isIdOf } from "../../platform/ids.ts";
import type { Scope } from "../../platform/scope.ts";

/**
 * The tenant that a caller asks about: its own, one of its own sandboxes, or one whose OWNER granted it (a sandbox reaches its
 * parent only so). K3001 otherwise, whether it is there or not.
 */
export async function authorizeTenant(scope: Scope, wanted: string | undefined): Promise<string> {
  const { tenantId, db } = scope;
  if (wanted === undefined || wanted === tenantId) return tenantId;
  if (!isIdOf("tenant", wanted)) throw new ApiError("K3001");
  const [target, grant] = await Promise.all([
    scope.tenantDatabase(wanted).db.tenant.findUnique({ where: { id: wanted } }),
    db.tenantGrant.findUnique({
      where: { tenantId_grantedTenantId: { tenantId, grantedTenantId: wanted } },
    }),
  ]);
  const isOwnSandbox = target?.mode === "TEST" && target.parentId === tenantId;
  if (!target || target.suspendedAt || !(isOwnSandbox || grant)) throw new ApiError("K3001");
  return wanted;
}
