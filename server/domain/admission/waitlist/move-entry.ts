import { ApiError } from "../../../errors/api-error.ts";
import type { WaitlistEntry } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { countReferral } from "./referrals.ts";
import { mayEntryBecome, type WaitlistStatus } from "./rules.ts";
import { viewWaitlistEntry } from "./view-waitlist-entry.ts";

const EVENTS: Record<WaitlistStatus, EventType> = {
  PENDING: "waitlist.returned",
  INVITED: "waitlist.invited",
  REGISTERED: "waitlist.registered",
  REJECTED: "waitlist.rejected",
};

/**
 * The entry, locked until the transaction ends, and before it the one that referred it, which it may be counted for. An erasure, too, locks
 * a referrer before those whom they referred. Throws waitlist_entry_not_found.
 */
export async function lockEntry(tx: Tx, { tenantId }: Scope, id: string): Promise<WaitlistEntry> {
  await tx.$queryRaw`
    select 1 from waitlist_entries where tenant_id = ${tenantId} and id =
      (select referred_by_id from waitlist_entries where tenant_id = ${tenantId} and id = ${id} and referral_counted_at is null)
    for no key update`;
  await tx.$queryRaw`select 1 from waitlist_entries where tenant_id = ${tenantId} and id = ${id} for update`;
  const row = await tx.waitlistEntry.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("waitlist_entry_not_found");
  return row;
}

/** Moves a locked entry to another status, with its event. Throws waitlist_status_conflict. */
export async function moveEntry(
  tx: Tx,
  scope: Scope,
  before: WaitlistEntry,
  to: WaitlistStatus,
): Promise<WaitlistEntry> {
  if (!mayEntryBecome(before.status, to))
    throw new ApiError("waitlist_status_conflict", { details: { from: before.status, to } });
  const { tenantId, clock, actor } = scope;
  const now = clock.now();
  const row = await tx.waitlistEntry.update({
    where: { tenantId_id: { tenantId, id: before.id } },
    data: {
      status: to,
      updatedAt: now,
      ...(to === "INVITED" && { invitedAt: now, invitedBy: actor.id }),
      ...(to === "PENDING" && { invitedAt: null, invitedBy: null }),
      ...(to === "REGISTERED" && { registeredAt: now }),
    },
  });
  const change = { before: viewWaitlistEntry(before), after: viewWaitlistEntry(row) };
  await recordChange(tx, scope, {
    type: EVENTS[to],
    objectType: "waitlist_entry",
    objectId: row.id,
    ...change,
  });
  return row;
}

/** The id of the entry of an address; null when there is none. */
export async function findEntryOf(tx: Tx, { tenantId }: Scope, email: string): Promise<string | null> {
  const key = { tenantId_email: { tenantId, email } };
  return (await tx.waitlistEntry.findUnique({ where: key, select: { id: true } }))?.id ?? null;
}

/** Marks the waiting or invited entry of an address REGISTERED, which proves it; does nothing without one. */
export async function registerEntryOf(tx: Tx, scope: Scope, email: string): Promise<void> {
  const id = await findEntryOf(tx, scope, email);
  if (id === null) return;
  const entry = await lockEntry(tx, scope, id);
  if (!mayEntryBecome(entry.status, "REGISTERED")) return;
  await countReferral(tx, scope, await moveEntry(tx, scope, entry, "REGISTERED"));
}
