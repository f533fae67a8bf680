import { installationTenant } from "../domain/members/installation.ts";
import { openMemberSession } from "../domain/members/member-session.ts";
import { createUser } from "../domain/users/create-user.ts";
import type { SessionClaims } from "../http/pages-contract.ts";
import { hashPassword } from "../platform/passwords.ts";
import type { RoleName } from "../platform/schema/operation.ts";
import { systemScope } from "../platform/scope.ts";
import { PASSWORD } from "./a-user.ts";
import { unique, type World } from "./world.ts";

/** A member of the dashboard with a role in the tenant, signed in: what their cookie would say. */
export async function aMember(world: World, tenantId: string, role: RoleName): Promise<SessionClaims> {
  const { services } = world;
  const passwordHash = await hashPassword(PASSWORD);
  const userId = await services.db.$transaction(async (tx) => {
    // Another test file may make the installation's tenant at the same moment.
    await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtext('usher owner'))`;
    const home = await installationTenant(tx, services);
    const account = { email: `${unique("member")}@example.com`, name: null, passwordHash };
    const { id } = await createUser(tx, systemScope(services, home, "test"), account);
    const target = { targetTenantId: tenantId, role, createdAt: services.clock.now() };
    await tx.membership.create({ data: { tenantId: home.id, userId: id, ...target } });
    return id;
  });
  return openMemberSession(services, userId);
}
