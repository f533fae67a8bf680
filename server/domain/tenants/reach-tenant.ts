import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../scope.ts";

/** The tenant that a caller asks about: its own, or a sandbox or parent it was granted. K3001 otherwise, there or not. */
export async function reachTenant(scope: Scope, wanted: string | undefined): Promise<string> {
  const { tenantId, db } = scope;
  if (wanted === undefined || wanted === tenantId) return tenantId;
  const grant = await db.tenantGrant.findUnique({
    where: { tenantId_grantedTenantId: { tenantId, grantedTenantId: wanted } },
  });
  if (!grant) throw new ApiError("K3001");
  return wanted;
}
