import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope } from "../scope.ts";

/** The scope's own tenant with its policies. */
export function getTenant(scope: Scope): Promise<Tenant> {
  return scope.db.tenant.findUniqueOrThrow({ where: { id: scope.tenantId } });
}
