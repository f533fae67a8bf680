import { sha256 } from "../../../platform/crypto.ts";
import type { WaitlistEntry } from "../../../platform/database/client/client.ts";
import { mailboxOf } from "../../../platform/mailbox-of.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

/**
 * Counts a locked entry for the person who referred it, once its own person has proven the address: by confirming it, or by registering.
 * Anybody can join with addresses that are not theirs, and one mailbox has any number of addresses: so a mailbox counts once in a
 * tenant, also of many at once, and never for itself. The referrer is locked already, see lockEntry.
 */
export async function countReferral(tx: Tx, { tenantId, clock }: Scope, entry: WaitlistEntry): Promise<void> {
  const { id, email, referredById, referralCountedAt, status } = entry;
  if (referredById === null || referralCountedAt !== null || status === "REJECTED") return;
  const referrerKey = { tenantId_id: { tenantId, id: referredById } };
  const referrer = await tx.waitlistEntry.findUniqueOrThrow({ where: referrerKey, select: { email: true } });
  const mailbox = mailboxOf(email);
  if (mailbox === mailboxOf(referrer.email)) return;
  const hash = sha256(`${tenantId} ${mailbox}`);
  // Of two entries of one mailbox at once the second waits here for the first.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`referral ${hash}`}, 0))`;
  const other = { tenantId, referralMailbox: hash };
  if ((await tx.waitlistEntry.count({ where: other })) > 0) return;
  await tx.waitlistEntry.update({
    where: { tenantId_id: { tenantId, id } },
    data: { referralCountedAt: clock.now(), referralMailbox: hash },
  });
  await tx.waitlistEntry.update({ where: referrerKey, data: { referralCount: { increment: 1 } } });
}
