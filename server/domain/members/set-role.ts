import { ApiError } from "../../errors/api-error.ts";
import type { Membership, User } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { EventType } from "../events/types.ts";

/** Gives the user a role in the tenant and its sandbox or parent. Throws last_owner. */
export async function setRole(tx: Tx, scope: Scope, user: User, role: Membership["role"]): Promise<void> {
  const { clock, tenantId } = scope;
  const key = { tenantId: user.tenantId, userId: user.id };
  const before = await tx.membership.findFirst({ where: { ...key, targetTenantId: tenantId } });
  const sides = await lockTenantAndSandbox(tx, scope);
  await keepOwner(tx, scope, async () => {
    for (const targetTenantId of sides)
      await tx.membership.upsert({
        where: { tenantId_userId_targetTenantId: { ...key, targetTenantId } },
        create: { ...key, targetTenantId, role, createdAt: clock.now() },
        update: { role },
      });
  });
  const was = before && { user_id: user.id, email: user.email, role: before.role };
  const type = before ? "member.role_changed" : "member.invited";
  await recordMember(tx, scope, type, user.id, { user_id: user.id, email: user.email, role }, was);
}

/** The ids of the tenant and its sandbox or parent, where a role is the same, locked against other changes of members. */
export async function lockTenantAndSandbox(tx: Tx, { tenantId }: Scope): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tenants where id = ${tenantId} or parent_id = ${tenantId}
      or id = (select parent_id from tenants where id = ${tenantId})
    order by id for update`;
  return rows.map(({ id }) => id);
}

/** Makes a change. Throws last_owner. */
export async function keepOwner(tx: Tx, scope: Scope, change: () => Promise<unknown>): Promise<void> {
  const before = await countOwners(tx, scope);
  await change();
  const after = await countOwners(tx, scope);
  if (after.all === 0 || (before.joined > 0 && after.joined === 0)) throw new ApiError("last_owner");
}

async function countOwners(tx: Tx, { tenantId }: Scope): Promise<{ all: number; joined: number }> {
  const owner = { targetTenantId: tenantId, role: "OWNER" } as const;
  const canSignIn = [{ passwordHash: { not: null } }, { identities: { some: {} } }];
  const all = await tx.membership.count({ where: { ...owner, user: { disabledAt: null } } });
  const joined = await tx.membership.count({
    where: { ...owner, user: { disabledAt: null, OR: canSignIn } },
  });
  return { all, joined };
}

/** The tenant's member by the user's id. Throws member_not_found. */
export async function memberOf(
  tx: Tx,
  { tenantId }: Scope,
  userId: string,
): Promise<Membership & { user: User }> {
  const row = await tx.membership.findFirst({
    where: { userId, targetTenantId: tenantId },
    include: { user: true },
  });
  if (!row) throw new ApiError("member_not_found");
  return row;
}

/** Writes the event and the audit row of a change of a member. */
export function recordMember(
  tx: Tx,
  scope: Scope,
  type: EventType,
  objectId: string,
  after: object,
  before?: object | null,
) {
  return recordChange(tx, scope, { type, objectType: "member", objectId, after, ...(before && { before }) });
}
