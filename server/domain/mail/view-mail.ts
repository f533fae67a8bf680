import type { z } from "zod";
import type { MailMessage as MailRow } from "../../platform/database/client/client.ts";
import type { MailMessage } from "./schema.ts";

/** The parts of a mail that are shown without its text. */
export const WITHOUT_BODY = { text: true, html: true } as const;

/** A mail in its public form. */
export function viewMail(row: Omit<MailRow, "text" | "html">): z.output<typeof MailMessage> {
  return {
    id: row.id,
    to: row.to,
    template: row.template,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === "QUEUED" ? row.nextAttemptAt.toISOString() : null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    sent_at: row.sentAt?.toISOString() ?? null,
  };
}
