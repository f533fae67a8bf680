import type { Tenant } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/** The scope's own tenant with its policies. */
export function getTenant(tx: Tx, { tenantId }: Scope): Promise<Tenant> {
  return tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
}
