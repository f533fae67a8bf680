import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";
import { MailMessage } from "./schema.ts";

export const MailBody = MailMessage.extend({
  text: z.string(),
  html: z.string().meta({ description: "A whole document; show it in a sandboxed frame." }),
  are_links_hidden: z.boolean().meta({ description: "Whether links are cut after their host." }),
});

export const getMailMeta = internalOperation({ role: "VIEWER", errors: ["mail_not_found"] });

/**
 * A reset link opens a user's account, so reading it takes an administrator. Where a mail server delivers the mails, the links are
 * not needed here, and reading them is in the audit log; without a mail server they can only be read here.
 */
export const readMailMeta = internalOperation({ role: "ADMIN", errors: ["mail_not_found"] });

export const revealMailMeta = internalOperation({ role: "ADMIN", errors: ["mail_not_found"] });
