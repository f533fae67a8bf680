import { addSeconds } from "../../platform/clock.ts";
import { logCounted } from "../../platform/log-counted.ts";
import type { MailTransport } from "../../platform/mail.ts";
import { mailSeconds } from "../../platform/metrics.ts";
import type { Services } from "../../platform/scope.ts";
import { decryptBody } from "./encrypted-body.ts";
import { oneLine } from "./plain-text.ts";
import { MAIL_POSTPONEMENTS, MAX_ATTEMPTS, waitAfter } from "./rules.ts";

/** A mail that a worker has claimed, with what it needs to send it. */
export interface ClaimedMail {
  tenant_id: string;
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
  /** The end of the worker's lease. */
  lease_until: Date;
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
 * Sends a claimed mail and stores what came of it; whether the server took it. A mail that fails, or cannot be decrypted, is tried
 * again for some three days; one that the server refuses for good, or whose link has expired, is FAILED.
 *
 * One crash can send a mail twice: after the server has said 250 and before we have written SENT. The sender cannot close that gap
 * (RFC 5321 §6.1); when the lease ends the mail goes out again, under the same Message-ID, by which most mailboxes show it once. A
 * mail that comes twice is better than one that never comes. The same is true of a connection that breaks while we wait for the
 * server's answer to the message.
 */
export async function sendMail(
  services: Services,
  transport: MailTransport,
  mail: ClaimedMail,
): Promise<boolean> {
  const { clock, log } = services;
  const settle = (data: Outcome) => settleMail(services, mail, data);
  if (mail.expires_at && mail.expires_at <= clock.now()) {
    await settle({ status: "FAILED", lastError: "Its link had ended before it could be sent." });
    return false;
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
  const seen = { tenant_id: mail.tenant_id, mail_id: id, attempt: mail.attempts, reason };
  logCounted(log, "warn", { ...seen, wait_s: wait && Math.round(wait) }, "mail was not taken");
  if (wait === null) await settle({ status: "FAILED", lastError });
  else await settle({ nextAttemptAt: addSeconds(clock.now(), wait), lastError });
  return false;
}

/** Sends it by the transport. A mail that we cannot decrypt fails like one that the server does not accept. */
async function deliver(
  { vault }: Services,
  transport: MailTransport,
  mail: ClaimedMail,
): ReturnType<MailTransport["send"]> {
  const { id, to, subject, name, support_email: replyTo } = mail;
  let words: ReturnType<typeof decryptBody>;
  try {
    words = decryptBody(vault, mail);
  } catch {
    return { outcome: "failed", reason: UNOPENED };
  }
  return transport.send({ id, to, subject: oneLine(subject), ...words, senderName: oneLine(name), replyTo });
}

/** Why a mail failed whose last try was made, and never recorded. */
const NOT_RECORDED =
  "It is not known what came of the last try: the result could not be stored, or the worker ended.";

/**
 * Claims the most urgent due mails of tenants, at most `limit` of each, in one statement: those whose links end first. Each is
 * claimed before it is sent, under a lease, so that of any number of workers one sends it, and no lock is held meanwhile. The
 * try is counted and put off as if it had failed, so that one whose result is never stored is not repeated before its time.
 */
export async function claimMails(
  { db, clock }: Services,
  wanted: { tenantId: string; limit: number }[],
): Promise<ClaimedMail[]> {
  const now = clock.now();
  return db.$queryRaw<ClaimedMail[]>`
    with wanted as (
      select * from unnest(${wanted.map(({ tenantId }) => tenantId)}::text[], ${wanted.map(({ limit }) => limit)}::int[])
        as w (tenant_id, most)
    ), picked as (
      select m.* from wanted w cross join lateral (
        select tenant_id, id from mail_messages
        where tenant_id = w.tenant_id and status = 'QUEUED' and next_attempt_at <= ${now}
        order by expires_at, next_attempt_at limit w.most for update skip locked) m
    ), claimed as (
      update mail_messages m set
        attempts = least(m.attempts + 1, ${MAX_ATTEMPTS}),
        next_attempt_at = ${now}::timestamptz + make_interval(secs => coalesce((${MAIL_POSTPONEMENTS}::float8[])[m.attempts + 1], 0)),
        status = (case when m.attempts < ${MAX_ATTEMPTS} then 'QUEUED' else 'FAILED' end)::"MailStatus",
        last_error = case when m.attempts < ${MAX_ATTEMPTS} then m.last_error else ${NOT_RECORDED} end
      from picked p where m.tenant_id = p.tenant_id and m.id = p.id
      returning m.*
    )
    select m.tenant_id, m.id, m."to", m.subject, m.text, m.html, m.attempts, m.next_attempt_at as lease_until, m.expires_at,
      t.name, t.support_email
    from claimed m join tenants t on t.id = m.tenant_id
    where m.status = 'QUEUED'
    order by m.expires_at`;
}

type Outcome =
  | { status: "SENT"; sentAt: Date; lastError: null }
  | { status: "FAILED"; lastError: string }
  | { nextAttemptAt: Date; lastError: string };

/** Records the result of a try, unless the lease was lost meanwhile: then another worker decides. */
async function settleMail(
  { db }: Services,
  { tenant_id: tenantId, id, lease_until: nextAttemptAt }: ClaimedMail,
  data: Outcome,
): Promise<void> {
  await db.mailMessage.updateMany({ where: { tenantId, id, status: "QUEUED", nextAttemptAt }, data });
}
