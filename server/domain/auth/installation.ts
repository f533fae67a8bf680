import type { Services, Tx } from "../scope.ts";
import { createTenant, INSTALLATION_SLUG } from "../tenants/create-tenant.ts";

/** The installation's own tenant, whose users are the dashboard's members; made when it is not there yet. */
export async function installationTenant(
  tx: Tx,
  services: Pick<Services, "clock">,
): Promise<{ id: string; mode: "LIVE" | "TEST" }> {
  const known = await tx.tenant.findUnique({ where: { slug: INSTALLATION_SLUG } });
  return known ?? createTenant(tx, services, { slug: INSTALLATION_SLUG, name: "Usher", mode: "LIVE" });
}
