import type { Services, Tx } from "../../platform/scope.ts";
import { createTenant, INSTALLATION_SLUG } from "../tenants/create-tenant.ts";

/** The installation's own tenant, whose users are the dashboard's members; created if it does not exist yet. */
export async function installationTenant(
  tx: Tx,
  services: Pick<Services, "clock">,
): Promise<{ id: string; mode: "LIVE" | "TEST" }> {
  const where = { slug: INSTALLATION_SLUG };
  const known = await tx.tenant.findUnique({ where });
  if (known) return known;
  // Two requests may create it at the same time.
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtext('usher installation'))`;
  return (
    (await tx.tenant.findUnique({ where })) ??
    createTenant(tx, services, { slug: INSTALLATION_SLUG, name: "Usher", mode: "LIVE" })
  );
}
