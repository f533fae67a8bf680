import nodemailer from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared/index.js";
import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";

/** A mail as it is handed over. */
export interface OutgoingMail {
  /** Becomes the Message-ID; the same for every try, so that a mail sent twice can be told from two mails. */
  id: string;
  senderName: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

/** What became of it. */
export type Delivery =
  | { outcome: "delivered" }
  /** Will never be taken: the address does not exist, say. */
  | { outcome: "refused"; reason: string }
  /** Not now: the server is down, busy or misconfigured. */
  | { outcome: "failed"; reason: string };

/** Where mails go. send never throws. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

/** How many mails are handed over at a time. */
export const CONNECTIONS = 5;
/**
 * Longest wait for any one answer of the server. A mail takes some ten answers at most, so that a try ends well within the
 * lease of the one who makes it.
 */
const ANSWER_MS = 30_000;

/** Opens SMTP when it is configured, else the embedded mailbox: there, a mail that is in the database is delivered. */
export function openMailTransport(config: { smtpUrl: string; from: string } | undefined): MailTransport {
  return config ? openSmtp(config) : { send: async () => ({ outcome: "delivered" }), close: () => undefined };
}

function openSmtp({ smtpUrl, from }: { smtpUrl: string; from: string }): MailTransport {
  // maxRequeues is in nodemailer's documentation, but not in its types.
  const options: SMTPPool.Options & { maxRequeues: number } = {
    ...parseConnectionUrl(smtpUrl),
    pool: true,
    maxConnections: CONNECTIONS,
    // A connection that breaks while a mail is on it may have delivered it: who tries again, and when, is not its decision.
    maxRequeues: 0,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transporter = nodemailer.createTransport(options);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ id, senderName, to, replyTo, subject, text, html }) {
      try {
        await transporter.sendMail({
          messageId: `<${id}@${domain}>`,
          // Objects, not text to be parsed: a name or an address cannot become two, or a header of its own.
          from: { name: senderName, address: from },
          to: { name: "", address: to },
          ...(replyTo && { replyTo: { name: senderName, address: replyTo } }),
          envelope: { from, to: [to] },
          subject,
          text,
          html,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { outcome: "delivered" };
      } catch (error) {
        return explain(error);
      }
    },
    close: () => transporter.close(),
  };
}

/**
 * A 5yz answer about the recipient or the message is for ever (RFC 5321 §4.2.1). One about ourselves, to the sign-in or to
 * MAIL FROM, is our configuration's fault: somebody will mend it, and the mail shall go out then.
 */
function explain(error: unknown): Delivery {
  const reason = error instanceof Error ? error.message : String(error);
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  const isForEver = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return { outcome: isAboutMail && isForEver ? "refused" : "failed", reason };
}
