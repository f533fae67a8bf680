import { newId } from "../../../../platform/ids.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { recordChanges } from "../../../events/record-change.ts";
import { newReferralCode } from "../join-waitlist.ts";
import { viewWaitlistEntry } from "../view-waitlist-entry.ts";
import type { ImportedRow } from "./import-row.ts";

export interface NumberedRow extends ImportedRow {
  line: number;
}

/** An entry whose referrer is not stored yet. */
interface Waiting {
  line: number;
  id: string;
  code: string;
}

interface Inserted {
  joined: number;
  /** Rows whose referral code another address has. */
  refused: { line: number; message: string }[];
  waiting: Waiting[];
}

/** Adds the rows whose addresses are new, in one transaction with their events. */
export async function insertRows(scope: Scope, rows: NumberedRow[]): Promise<Inserted> {
  if (rows.length === 0) return { joined: 0, refused: [], waiting: [] };
  const { tenantId } = scope;
  // Always in the same order, so that two imports of the same addresses do not deadlock.
  const sorted = rows
    .map((row) => ({ ...row, id: newId("waitlistEntry") }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));
  return scope.db.$transaction(async (tx) => {
    const ids = new Set(await insert(tx, scope, sorted));
    const added = sorted.filter(({ id }) => ids.has(id));
    const waiting = await findReferrers(
      scope,
      tx,
      added.flatMap(({ line, id, referredBy: code }) => (code === null ? [] : [{ line, id, code }])),
    );
    const entries = await tx.waitlistEntry.findMany({ where: { tenantId, id: { in: [...ids] } } });
    const object = { type: "waitlist.joined", objectType: "waitlist_entry" } as const;
    const changes = entries.map((row) => ({ ...object, objectId: row.id, after: viewWaitlistEntry(row) }));
    await recordChanges(tx, scope, changes);
    const left = sorted.filter(({ id }) => !ids.has(id));
    return { joined: added.length, refused: await withTakenCode(tx, scope, left), waiting };
  });
}

async function insert(
  tx: Tx,
  { tenantId, clock }: Scope,
  rows: (NumberedRow & { id: string })[],
): Promise<string[]> {
  const now = clock.now();
  const column = (of: (row: NumberedRow & { id: string }) => string | null) => rows.map(of);
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  const added = await tx.$queryRaw<{ id: string }[]>`
    insert into waitlist_entries (tenant_id, id, email, name, metadata, referral_code, created_at, updated_at, status, invited_at,
                                  invited_by, registered_at, referral_count, confirmed_at, referral_counted_at)
    select ${tenantId}, id, email, name, metadata::jsonb, referral_code, created_at::timestamptz, ${now},
           status::"WaitlistStatus", invited_at::timestamptz, invited_by, registered_at::timestamptz, referral_count::int,
           confirmed_at::timestamptz, referral_counted_at::timestamptz
    from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ email }) => email)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ metadata }) => JSON.stringify(metadata))}::text[],
      ${column(({ referralCode }) => referralCode ?? newReferralCode())}::text[],
      ${column(({ createdAt }) => text(createdAt ?? now))}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ invitedAt }) => text(invitedAt))}::text[], ${column(({ invitedBy }) => invitedBy)}::text[],
      ${column(({ registeredAt }) => text(registeredAt))}::text[],
      ${column(({ referralCount }) => `${referralCount}`)}::text[],
      ${column(({ confirmedAt }) => text(confirmedAt))}::text[],
      ${column(({ referralCountedAt }) => text(referralCountedAt))}::text[]
    ) as row (id, email, name, metadata, referral_code, created_at, status, invited_at, invited_by, registered_at, referral_count,
            confirmed_at, referral_counted_at)
    on conflict do nothing
    returning id`;
  return added.map(({ id }) => id);
}

/** Sets the referrers of these entries, by referral code. Returns the entries whose code is unknown. */
export async function findReferrers(
  { tenantId }: Pick<Scope, "tenantId">,
  tx: Tx,
  waiting: Waiting[],
): Promise<Waiting[]> {
  if (waiting.length === 0) return [];
  const set = await tx.$queryRaw<{ id: string }[]>`
    update waitlist_entries e set referred_by_id = r.id
    from unnest(${waiting.map(({ id }) => id)}::text[], ${waiting.map(({ code }) => code)}::text[]) as w (id, code)
    join waitlist_entries r on r.tenant_id = ${tenantId} and r.referral_code = w.code
    where e.tenant_id = ${tenantId} and e.id = w.id
    returning e.id`;
  const found = new Set(set.map(({ id }) => id));
  return waiting.filter(({ id }) => !found.has(id));
}

/** Rows that were not added although their address is new: another entry has the referral code. */
async function withTakenCode(
  tx: Tx,
  { tenantId }: Scope,
  rows: NumberedRow[],
): Promise<{ line: number; message: string }[]> {
  if (rows.length === 0) return [];
  const known = await tx.waitlistEntry.findMany({
    where: { tenantId, email: { in: rows.map(({ email }) => email) } },
    select: { email: true },
  });
  const emails = new Set(known.map(({ email }) => email));
  return rows
    .filter(({ email }) => !emails.has(email))
    .map(({ line, referralCode }) => ({
      line,
      message: `the referral code ${referralCode} belongs to another entry`,
    }));
}
