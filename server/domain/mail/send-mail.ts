import { addSeconds } from "../../platform/clock.ts";
import type { MailTransport } from "../../platform/mail.ts";
import { mailSeconds } from "../../platform/metrics.ts";
import type { Services } from "../../platform/scope.ts";
import { oneLine } from "./plain-text.ts";
import { MAIL_LEASE_SECONDS, waitAfter } from "./rules.ts";
import { openBody } from "./sealed-body.ts";

interface Taken {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
  expires_at: Date | null;
  name: string;
  support_email: string | null;
}

const MAX_ERROR_LENGTH = 500;

const UNOPENED =
  "Not sent: its text cannot be opened with USHER_SECRET or USHER_SECRET_PREVIOUS. Start Usher with the secret that sealed it, then send it again.";

/** The tenants with a mail that is due, read by leaps over the index: one step a tenant, however long their queues are. */
export async function listTenantsWithDueMail({ db, clock }: Services): Promise<string[]> {
  const now = clock.now();
  const rows = await db.$queryRaw<{ tenant_id: string }[]>`
    with recursive due as (
      (select tenant_id from mail_messages where status = 'QUEUED' and next_attempt_at <= ${now} order by tenant_id limit 1)
      union all
      select (select m.tenant_id from mail_messages m
              where m.status = 'QUEUED' and m.next_attempt_at <= ${now} and m.tenant_id > due.tenant_id
              order by m.tenant_id limit 1)
      from due where due.tenant_id is not null
    )
    select tenant_id from due where tenant_id is not null`;
  return rows.map((row) => row.tenant_id);
}

/**
 * Sends one mail of a tenant, the one whose link ends first; false when none is due. It is taken before it is sent, under
 * a lease, so that of any number of workers one sends it. A mail that fails, or cannot be decrypted, is tried again for some three
 * days; one that the server refuses for good, or whose link has expired, is FAILED.
 *
 * One crash can send a mail twice: after the server has said 250 and before we have written SENT. The sender cannot close that gap (RFC 5321 §6.1); when the lease ends the mail goes out again, under the same Message-ID, by which
 * most mailboxes show it once. A mail that comes twice is better than one that never comes. The same is true of a connection that
 * breaks while we wait for the server's answer to the message.
 */
export async function sendNextMail(
  services: Services,
  transport: MailTransport,
  tenantId: string,
): Promise<boolean> {
  const { clock, log } = services;
  const leaseEnd = addSeconds(clock.now(), MAIL_LEASE_SECONDS);
  const mail = await take(services, tenantId, leaseEnd);
  if (!mail) return false;
  const settle = (data: Outcome) => settleMail(services, { tenantId, id: mail.id, leaseEnd }, data);
  if (mail.expires_at && mail.expires_at <= clock.now()) {
    await settle({ status: "FAILED", lastError: "Its link had ended before it could be sent." });
    return true;
  }
  const { id, to } = mail;
  const before = performance.now();
  const delivery = await deliver(services, transport, mail);
  mailSeconds.observe({ outcome: delivery.outcome }, (performance.now() - before) / 1000);
  if (delivery.outcome === "delivered") {
    await settle({ status: "SENT", sentAt: clock.now(), lastError: null });
    return true;
  }
  const lastError = oneLine(delivery.reason).slice(0, MAX_ERROR_LENGTH);
  const wait = delivery.outcome === "refused" ? null : waitAfter(mail.attempts, Math.random());
  // The log gives the reason without the address, which servers often repeat.
  const reason = lastError.replaceAll(to, "the recipient");
  const seen = { tenant_id: tenantId, mail_id: id, attempt: mail.attempts, reason };
  log.warn({ ...seen, wait_s: wait && Math.round(wait) }, "mail was not taken");
  if (wait === null) await settle({ status: "FAILED", lastError });
  else await settle({ nextAttemptAt: addSeconds(clock.now(), wait), lastError });
  return true;
}

/** Sends it by the transport. A mail that we cannot decrypt fails like one that the server does not accept. */
async function deliver(
  { vault }: Services,
  transport: MailTransport,
  mail: Taken,
): ReturnType<MailTransport["send"]> {
  const { id, to, subject, name, support_email: replyTo } = mail;
  let words: ReturnType<typeof openBody>;
  try {
    words = openBody(vault, mail);
  } catch {
    return { outcome: "failed", reason: UNOPENED };
  }
  return transport.send({ id, to, subject: oneLine(subject), ...words, senderName: oneLine(name), replyTo });
}

/** Takes the most urgent due mail until the lease ends, in a statement of its own: no lock is held while it is sent. */
async function take({ db, clock }: Services, tenantId: string, leaseEnd: Date): Promise<Taken | undefined> {
  const [taken] = await db.$queryRaw<Taken[]>`
    update mail_messages m set next_attempt_at = ${leaseEnd}, attempts = m.attempts + 1
    from tenants t
    where t.id = ${tenantId} and m.tenant_id = ${tenantId} and m.id = (
      select id from mail_messages
      where tenant_id = ${tenantId} and status = 'QUEUED' and next_attempt_at <= ${clock.now()}
      order by expires_at, next_attempt_at limit 1 for update skip locked
    )
    returning m.id, m."to", m.subject, m.text, m.html, m.attempts, m.expires_at, t.name, t.support_email`;
  return taken;
}

type Outcome =
  | { status: "SENT"; sentAt: Date; lastError: null }
  | { status: "FAILED"; lastError: string }
  | { nextAttemptAt: Date; lastError: string };

/** Records the result of a try, unless the lease was lost meanwhile: then another worker decides. */
async function settleMail(
  { db }: Services,
  { tenantId, id, leaseEnd }: { tenantId: string; id: string; leaseEnd: Date },
  data: Outcome,
): Promise<void> {
  await db.mailMessage.updateMany({
    where: { tenantId, id, status: "QUEUED", nextAttemptAt: leaseEnd },
    data,
  });
}
