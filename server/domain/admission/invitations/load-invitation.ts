import { ApiError } from "../../../errors/api-error.ts";
import type { InvitationToken, WaitlistEntry } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { findEntryOf, lockEntry } from "../waitlist/move-entry.ts";
import type { CodeWithRedemptions } from "./view-invitation.ts";

/**
 * A token and the waitlist entry of its address, locked until the transaction ends. Every transaction locks in this order: the entry, the
 * address, the token; so none deadlocks. Throws invitation_not_found.
 */
export async function lockToken(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ token: InvitationToken; entry: WaitlistEntry | null }> {
  const { tenantId } = scope;
  const key = { tenantId_id: { tenantId, id } };
  const found = await tx.invitationToken.findUnique({ where: key });
  if (!found) throw new ApiError("invitation_not_found");
  const entryId = await findEntryOf(tx, scope, found.email);
  const entry = entryId === null ? null : await lockEntry(tx, scope, entryId);
  await lockAddress(tx, scope, found.email);
  await tx.$queryRaw`select 1 from invitation_tokens where tenant_id = ${tenantId} and id = ${id} for update`;
  const token = await tx.invitationToken.findUnique({ where: key });
  if (!token) throw new ApiError("invitation_not_found");
  return { token, entry };
}

/** Locks an address until the transaction ends; after its waitlist entry and before its token. */
export async function lockAddress(tx: Tx, { tenantId }: Scope, email: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`invite ${tenantId} ${email}`}, 0))`;
}

/** A code with its redemptions, locked until the transaction ends. Throws invitation_not_found. */
export async function lockCode(tx: Tx, { tenantId }: Scope, id: string): Promise<CodeWithRedemptions> {
  await tx.$queryRaw`select 1 from invitation_codes where tenant_id = ${tenantId} and id = ${id} for update`;
  const code = await tx.invitationCode.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: { redemptions: { select: { subject: true }, orderBy: { id: "asc" } } },
  });
  if (!code) throw new ApiError("invitation_not_found");
  return code;
}
