import { ApiError } from "../../errors/api-error.ts";
import { isIdOf } from "../../platform/ids.ts";
import type { Scope } from "../../platform/scope.ts";

/**
 * The tenant whose data a caller may read: its own, one of its own sandboxes, or one whose OWNER granted access (which a sandbox needs for
 * its parent). Throws tenant_access_denied.
 */
export async function authorizeTenant(scope: Scope, wanted: string | undefined): Promise<string> {
  const { tenantId, db } = scope;
  if (wanted === undefined || wanted === tenantId) return tenantId;
  if (!isIdOf("tenant", wanted)) throw new ApiError("tenant_access_denied");
  const [target, grant] = await Promise.all([
    scope.tenantDatabase(wanted).db.tenant.findUnique({ where: { id: wanted } }),
    db.tenantGrant.findUnique({
      where: { tenantId_grantedTenantId: { tenantId, grantedTenantId: wanted } },
    }),
  ]);
  const isOwnSandbox = target?.mode === "TEST" && target.parentId === tenantId;
  if (!target || target.suspendedAt || !(isOwnSandbox || grant)) throw new ApiError("tenant_access_denied");
  return wanted;
}
