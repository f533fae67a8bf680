import { z } from "zod";
import { EmailInput, pageOf, pageQuery } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { MailMessage, MailStatus } from "./schema.ts";

export const ListMail = z.strictObject({
  status: MailStatus.optional(),
  to: EmailInput.optional().meta({ description: "Only mails to this address." }),
  ...pageQuery,
});

export const MailPage = pageOf(MailMessage);

export const listMailMeta = internalOperation({ role: "VIEWER" });
