import { ApiError } from "../../errors/api-error.ts";
import type { InvitationToken, WaitlistEntry } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../scope.ts";
import { lockEntry } from "../waitlist/move-entry.ts";
import type { CodeWithRedemptions } from "./view-invitation.ts";

/**
 * A token and the waitlist entry it was made for, both locked until the transaction ends: the entry first, as everybody
 * does, so that nobody waits in a circle. K4003.
 */
export async function lockToken(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ token: InvitationToken; entry: WaitlistEntry | null }> {
  const { tenantId } = scope;
  const key = { tenantId_id: { tenantId, id } };
  const found = await tx.invitationToken.findUnique({ where: key });
  if (!found) throw new ApiError("K4003");
  const entry = found.waitlistEntryId ? await lockEntry(tx, scope, found.waitlistEntryId) : null;
  await tx.$queryRaw`select 1 from invitation_tokens where tenant_id = ${tenantId} and id = ${id} for update`;
  return { token: await tx.invitationToken.findUniqueOrThrow({ where: key }), entry };
}

/** A code with who redeemed it, locked until the transaction ends. K4003. */
export async function lockCode(tx: Tx, { tenantId }: Scope, id: string): Promise<CodeWithRedemptions> {
  await tx.$queryRaw`select 1 from invitation_codes where tenant_id = ${tenantId} and id = ${id} for update`;
  const code = await tx.invitationCode.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: { redemptions: { select: { subject: true }, orderBy: { id: "asc" } } },
  });
  if (!code) throw new ApiError("K4003");
  return code;
}
