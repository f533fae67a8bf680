import { z } from "zod";
import { EmailInput, Identifier, pageOf, pageQuery, Timestamp } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

const Status = z.enum(["QUEUED", "SENT", "FAILED"]).meta({
  description:
    "QUEUED: on its way, or waiting for the next try. SENT: taken by the mail server, or by the embedded mailbox. FAILED: not tried any more.",
});

/** A mail without its text, whose links contain secrets. */
export const MailMessage = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string().meta({ description: "Which of our mails it is, such as password_reset." }),
  subject: z.string(),
  status: Status,
  attempts: z.number().int().meta({ description: "How often it was tried." }),
  last_error: z.string().nullable().meta({ description: "Why the last try failed; null when none did." }),
  created_at: Timestamp,
  next_attempt_at: Timestamp.nullable().meta({
    description: "When it is tried next, at the latest; null when it is not QUEUED.",
  }),
  expires_at: Timestamp.nullable().meta({ description: "When its link ends; null when it does not." }),
  sent_at: Timestamp.nullable(),
});

export const MailBody = MailMessage.extend({
  text: z.string(),
  html: z.string().meta({ description: "A whole document; show it in a sandboxed frame." }),
  are_links_hidden: z.boolean().meta({ description: "Whether links are cut after their host." }),
});

export const ListMail = z.strictObject({
  status: Status.optional(),
  to: EmailInput.optional().meta({ description: "Only mails to this address." }),
  ...pageQuery,
});

export const MailPage = pageOf(MailMessage);

export const MailId = z.strictObject({ mail_id: Identifier });

export const TestedMail = z.object({
  id: z.string(),
  to: z.string().meta({ description: "The address of the member who asked." }),
});

export const testMailMeta = internalOperation({ role: "ADMIN" });
export const listMailMeta = internalOperation({ role: "VIEWER" });
export const getMailMeta = internalOperation({ role: "VIEWER", errors: ["mail_not_found"] });
/**
 * A reset link opens a user's account, so reading it takes an administrator. Where a mail server delivers the mails, the links are
 * not needed here, and reading them is in the audit log; without a mail server they can only be read here.
 */
export const readMailMeta = internalOperation({ role: "ADMIN", errors: ["mail_not_found"] });
export const revealMailMeta = internalOperation({ role: "ADMIN", errors: ["mail_not_found"] });
export const retryMailMeta = internalOperation({
  role: "ADMIN",
  errors: ["mail_not_found", "mail_status_conflict", "mail_link_expired"],
});
