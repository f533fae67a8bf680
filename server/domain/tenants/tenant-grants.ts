import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { TenantGrant as Row } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { TenantGrant as TenantGrantSchema } from "./schema.ts";
import type { GiveGrant, TenantGrants } from "./tenant-grants-schema.ts";

type Grant = z.output<typeof TenantGrantSchema>;

/** The tenants that may read the waitlist of the scope's, and those whose waitlist it may read; oldest first. */
export async function listGrants({ db, tenantId }: Scope): Promise<z.output<typeof TenantGrants>> {
  const orderBy = [{ createdAt: "asc" as const }, { tenantId: "asc" as const }];
  const [given, received] = await Promise.all([
    db.tenantGrant.findMany({ where: { grantedTenantId: tenantId }, orderBy }),
    db.tenantGrant.findMany({ where: { tenantId }, orderBy }),
  ]);
  return { given: given.map(view), received: received.map(view) };
}

/**
 * Lets another tenant list the waitlist of the scope's. Repeated or concurrent calls make one grant. Throws fields_invalid,
 * role_insufficient or tenant_not_found.
 */
export async function giveGrant(scope: Scope, input: z.output<typeof GiveGrant>): Promise<Grant> {
  const { tenantId, clock, db } = scope;
  if (input.tenant_id === tenantId)
    throw new ApiError("fields_invalid", {
      issues: [{ path: "tenant_id", message: "is this tenant itself" }],
    });
  requireOwner(scope);
  return db.$transaction(async (tx) => {
    // Neither tenant can be suspended or deleted before this commits.
    const sides = await tx.$queryRaw<{ id: string; suspended_at: Date | null }[]>`
      select id, suspended_at from tenants where id = any(${[tenantId, input.tenant_id]}) order by id for no key update`;
    const other = sides.find(({ id }) => id === input.tenant_id);
    if (!other || other.suspended_at) throw new ApiError("tenant_not_found");
    const key = { tenantId: input.tenant_id, grantedTenantId: tenantId };
    const known = await tx.tenantGrant.findUnique({ where: { tenantId_grantedTenantId: key } });
    if (known) return view(known);
    const after = view(await tx.tenantGrant.create({ data: { ...key, createdAt: clock.now() } }));
    await recordChange(tx, scope, {
      type: "tenant.access_granted",
      objectType: "tenant",
      objectId: tenantId,
      after,
    });
    return after;
  });
}

/** Ends a grant. Throws role_insufficient or tenant_grant_not_found. */
export async function revokeGrant(scope: Scope, { tenant_id }: z.output<typeof GiveGrant>): Promise<Grant> {
  const { tenantId, db } = scope;
  return db.$transaction(async (tx) => {
    const where = { tenantId_grantedTenantId: { tenantId: tenant_id, grantedTenantId: tenantId } };
    const row = await tx.tenantGrant.findUnique({ where });
    if (!row) throw new ApiError("tenant_grant_not_found");
    requireOwner(scope);
    // Of two concurrent calls one ends it.
    const { count } = await tx.tenantGrant.deleteMany({ where: where.tenantId_grantedTenantId });
    if (count === 0) throw new ApiError("tenant_grant_not_found");
    const before = view(row);
    const change = { type: "tenant.access_revoked", objectType: "tenant", objectId: tenantId } as const;
    await recordChange(tx, scope, { ...change, before, after: before });
    return before;
  });
}

/** The role of a member or user is checked before an operation begins; an application has none. */
function requireOwner({ actor }: Scope): void {
  if (actor.type !== "USER") throw new ApiError("role_insufficient", { details: { role: "OWNER" } });
}

function view(row: Row): Grant {
  return {
    tenant_id: row.tenantId,
    granted_tenant_id: row.grantedTenantId,
    created_at: row.createdAt.toISOString(),
  };
}
