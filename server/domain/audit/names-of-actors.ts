import type { Scope } from "../../platform/scope.ts";

/** What people call who did something, by its id. Members are the installation's users, others the tenant's own. */
export async function namesOfActors(
  { db, tenantId, system }: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const id = { in: [...new Set(ids)] };
  const [users, applications] = await Promise.all([
    system.db.user.findMany({
      where: { id, OR: [{ tenantId }, { memberships: { some: { targetTenantId: tenantId } } }] },
      select: { id: true, email: true },
    }),
    db.application.findMany({ where: { tenantId, id }, select: { id: true, name: true } }),
  ]);
  return new Map([
    ...users.map((user): [string, string] => [user.id, user.email]),
    ...applications.map((application): [string, string] => [application.id, application.name]),
  ]);
}
