import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { findEntryOf, lockEntry, moveEntry } from "../waitlist/move-entry.ts";
import { inviteAddress } from "./create-invitation-token.ts";
import type { CreateInvitationToken } from "./invite-by-mail-schema.ts";
import type { InvitationToken } from "./schema.ts";
import { viewInvitationToken } from "./view-invitation.ts";

/**
 * Invites an address by mail. Inviting it again renews the invitation. The waitlist entry of the address becomes INVITED. Throws
 * expiry_in_past or waitlist_status_conflict.
 */
export async function inviteByMail(
  scope: Scope,
  input: z.output<typeof CreateInvitationToken>,
): Promise<z.output<typeof InvitationToken>> {
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt && expiresAt <= scope.clock.now()) throw new ApiError("expiry_in_past");
  const { email, name } = input;
  return scope.db.$transaction(async (tx) => {
    const known = await findEntryOf(tx, scope, email);
    const entry = known === null ? null : await lockEntry(tx, scope, known);
    if (entry && entry.status !== "INVITED") await moveEntry(tx, scope, entry, "INVITED");
    const row = await inviteAddress(tx, scope, {
      email,
      name: name ?? entry?.name ?? null,
      waitlistEntryId: entry?.id ?? null,
      expiresAt,
    });
    return viewInvitationToken(scope, row);
  });
}
