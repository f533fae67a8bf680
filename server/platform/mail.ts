import nodemailer from "nodemailer";
import { beforeNetworkCall } from "./database/network-guard.ts";

/** A mail as the transport takes it. */
export interface OutgoingMail {
  /** Becomes the Message-ID. It is the same for every attempt, so that a mail client can recognize a duplicate. */
  id: string;
  senderName: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
}

/** The outcome of sending a mail. */
export type Delivery =
  | { outcome: "delivered" }
  /** A permanent failure: the address does not exist, for example. */
  | { outcome: "refused"; reason: string }
  /** A temporary failure: the server is down, busy or misconfigured. */
  | { outcome: "failed"; reason: string };

/** Sends mails. send never throws. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

/** How many mails are sent at the same time. */
export const CONNECTIONS = 5;
/**
 * The timeout for one answer of the SMTP server. A mail takes some ten answers at most, so that an attempt ends well within the
 * sender's lease.
 */
const ANSWER_MS = 30_000;

/** Opens SMTP when it is configured, else the embedded mailbox: there, a mail that is in the database is delivered. */
export function openMailTransport(config: { smtpUrl: string; from: string } | undefined): MailTransport {
  return config ? openSmtp(config) : { send: async () => ({ outcome: "delivered" }), close: () => undefined };
}

/** The address with these options in its query, where nodemailer reads them (https://nodemailer.com/smtp/pooled). */
function withOptions(smtpUrl: string, options: Record<string, boolean | number>): string {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, String(value));
  return url.href;
}

function openSmtp({ smtpUrl, from }: { smtpUrl: string; from: string }): MailTransport {
  const transporter = nodemailer.createTransport(
    withOptions(smtpUrl, {
      pool: true,
      maxConnections: CONNECTIONS,
      // A connection that breaks may have delivered its mail. The mail loop decides about retries, not nodemailer.
      maxRequeues: 0,
      connectionTimeout: ANSWER_MS,
      greetingTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send({ id, senderName, to, replyTo, subject, text, html }) {
      beforeNetworkCall("The mail server");
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
 * A 5yz answer about the recipient or the message is permanent (RFC 5321 §4.2.1). One about ourselves, to AUTH or to MAIL FROM, is
 * an error of our configuration: once an operator corrects it, the mail can go out.
 */
function explain(error: unknown): Delivery {
  const reason = error instanceof Error ? error.message : String(error);
  const { responseCode, command } = Object(error) as { responseCode?: unknown; command?: unknown };
  const isAboutMail = command === "RCPT TO" || command === "DATA";
  const isPermanent = typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  return { outcome: isAboutMail && isPermanent ? "refused" : "failed", reason };
}
