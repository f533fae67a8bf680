import { type Scope, type Services, systemScope } from "../platform/scope.ts";

/** The system's own scope in a tenant. */
export async function scopeOf(services: Services, tenantId: string): Promise<Scope> {
  const { mode } = await services.db.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { mode: true },
  });
  return systemScope(services, { id: tenantId, mode }, "worker");
}
