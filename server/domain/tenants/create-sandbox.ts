import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { type Scope, systemScope, type Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { CreatedSandbox } from "./create-sandbox-schema.ts";
import { createTenant } from "./create-tenant.ts";
import { connectCardProvider } from "./provider/connect-card-provider.ts";

/**
 * Creates the tenant's TEST sandbox, once: a separate tenant with the same members, connected to the embedded card provider where that
 * runs, callbacks included. Called again after a crash it completes the connection.
 */
export async function createSandbox(scope: Scope): Promise<z.output<typeof CreatedSandbox>> {
  const { tenantId, db, config } = scope;
  if (scope.tenantMode === "TEST") throw new ApiError("tenant_is_sandbox");
  const isEmbedded = !config.stripe.secretKey;
  const made = await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for update`;
    const known = await tx.tenant.findFirst({
      where: { parentId: tenantId },
      include: { providerAccounts: { select: { provider: true } } },
    });
    if (!known) return createTestTenant(tx, scope);
    if (!isEmbedded || known.providerAccounts.length > 0)
      throw new ApiError("tenant_slug_taken", { details: { slug: known.slug } });
    return known;
  });
  if (isEmbedded) {
    const keys = await scope.sandboxKeys.issue();
    const sandbox = systemScope(scope.system, { id: made.id, mode: "TEST" }, "sandbox");
    await connectCardProvider(sandbox, { endpoint: "sandbox", ...keys });
  }
  return { tenant_id: made.id, slug: made.slug };
}

async function createTestTenant(tx: Tx, scope: Scope): Promise<{ id: string; slug: string }> {
  const { tenantId, clock } = scope;
  const live = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  const slug = `${live.slug}-test`;
  const { id } = await createTenant(tx, scope, { slug, name: live.name, mode: "TEST", parentId: tenantId });
  await tx.tenant.update({ where: { id }, data: { brandColor: live.brandColor, logoUrl: live.logoUrl } });
  const members = await tx.membership.findMany({ where: { targetTenantId: tenantId } });
  const createdAt = clock.now();
  await tx.membership.createMany({
    data: members.map((member) => ({ ...member, targetTenantId: id, createdAt })),
  });
  await recordChange(tx, scope, {
    type: "tenant.sandbox_created",
    objectType: "tenant",
    objectId: tenantId,
    after: { tenant_id: id, slug },
  });
  return { id, slug };
}
