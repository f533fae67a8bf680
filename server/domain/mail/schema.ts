import { z } from "zod";
import { Identifier, Timestamp } from "../../platform/schema/common.ts";

export const MailStatus = z.enum(["QUEUED", "SENT", "FAILED"]).meta({
  description:
    "QUEUED: on its way, or waiting for the next try. SENT: taken by the mail server, or by the embedded mailbox. FAILED: not tried any more.",
});

/** A mail without its text, whose links contain secrets. */
export const MailMessage = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string().meta({ description: "Which of our mails it is, such as password_reset." }),
  subject: z.string(),
  status: MailStatus,
  attempts: z.number().int().meta({ description: "How often it was tried." }),
  last_error: z.string().nullable().meta({ description: "Why the last try failed; null when none did." }),
  created_at: Timestamp,
  next_attempt_at: Timestamp.nullable().meta({
    description: "When it is tried next, at the latest; null when it is not QUEUED.",
  }),
  expires_at: Timestamp.nullable().meta({ description: "When its link ends; null when it does not." }),
  sent_at: Timestamp.nullable(),
});

export const MailId = z.strictObject({ mail_id: Identifier });
