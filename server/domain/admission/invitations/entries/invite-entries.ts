import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { lockEntry, moveEntry } from "../../waitlist/move-entry.ts";
import type { WaitlistEntry, WaitlistEntryId } from "../../waitlist/schema.ts";
import { viewWaitlistEntry } from "../../waitlist/view-waitlist-entry.ts";
import { inviteAddress } from "../create-invitation-token.ts";
import type { InvitedEntries, InviteEntries } from "./invite-entries-schema.ts";

/** Invitations made in one transaction: few, so that others do not wait long for its locks. */
const AT_ONCE = 25;

/**
 * Invites a waitlist entry: PENDING becomes INVITED and is mailed; INVITED is mailed again. Throws waitlist_entry_not_found or
 * waitlist_status_conflict.
 */
export async function inviteEntry(
  scope: Scope,
  { id }: z.output<typeof WaitlistEntryId>,
): Promise<z.output<typeof WaitlistEntry>> {
  return scope.db.$transaction(async (tx) => viewWaitlistEntry(await invite(tx, scope, id)));
}

/**
 * Invites many entries: the named ones, or the first in the queue. Two concurrent calls for the first ten invite twenty different
 * entries. An entry that cannot be invited does not stop the others.
 */
export async function inviteEntries(
  scope: Scope,
  input: z.output<typeof InviteEntries>,
): Promise<z.output<typeof InvitedEntries>> {
  const { ids, oldest } = input;
  if ((ids === undefined) === (oldest === undefined))
    throw new ApiError("exactly_one_field_required", { details: { fields: "ids, oldest" } });
  return ids ? inviteNamed(scope, [...new Set(ids)]) : inviteOldest(scope, oldest ?? 0);
}

async function inviteNamed(scope: Scope, ids: string[]): Promise<z.output<typeof InvitedEntries>> {
  const answer: z.output<typeof InvitedEntries> = { invited: [], refused: [] };
  for (const id of ids) {
    try {
      answer.invited.push((await inviteEntry(scope, { id })).id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      answer.refused.push({ id, code: error.code, name: error.errorName, message: error.message });
    }
  }
  return answer;
}

async function inviteOldest(scope: Scope, count: number): Promise<z.output<typeof InvitedEntries>> {
  const invited: string[] = [];
  const { waitlistReferrals } = await getTenant(scope.db, scope);
  while (invited.length < count) {
    const wanted = Math.min(AT_ONCE, count - invited.length);
    const ids = await scope.db.$transaction(async (tx) => {
      const taken = await takeFirst(tx, scope, wanted, waitlistReferrals);
      for (const id of taken) await invite(tx, scope, id);
      return taken;
    });
    invited.push(...ids);
    if (ids.length < wanted) break;
  }
  return { invited, refused: [] };
}

async function takeFirst(tx: Tx, { tenantId }: Scope, count: number, byReferrals: boolean) {
  const rows = byReferrals
    ? await tx.$queryRaw<{ id: string }[]>`
        select id from waitlist_entries where tenant_id = ${tenantId} and status = 'PENDING'
        order by referral_count desc, created_at, id limit ${count} for update skip locked`
    : await tx.$queryRaw<{ id: string }[]>`
        select id from waitlist_entries where tenant_id = ${tenantId} and status = 'PENDING'
        order by created_at, id limit ${count} for update skip locked`;
  return rows.map(({ id }) => id);
}

async function invite(tx: Tx, scope: Scope, id: string) {
  const entry = await lockEntry(tx, scope, id);
  const row = entry.status === "INVITED" ? entry : await moveEntry(tx, scope, entry, "INVITED");
  const { email, name } = row;
  await inviteAddress(tx, scope, { email, name, waitlistEntryId: id, expiresAt: null });
  return row;
}
