import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { MailMessage as MailRow } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { decryptBody } from "./encrypted-body.ts";
import type { MailBody } from "./get-mail-schema.ts";
import { hideLinks } from "./rules.ts";
import type { MailId, MailMessage } from "./schema.ts";
import { viewMail } from "./view-mail.ts";

/** A mail of the scope's tenant. Throws mail_not_found. */
export async function getMailOrThrow(tx: Tx, { tenantId }: Scope, id: string): Promise<MailRow> {
  const row = await tx.mailMessage.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!row) throw new ApiError("mail_not_found");
  return row;
}

/** The state of a mail, without its text. Throws mail_not_found. */
export async function getMail(
  scope: Scope,
  { mail_id }: z.output<typeof MailId>,
): Promise<z.output<typeof MailMessage>> {
  return viewMail(await getMailOrThrow(scope.db, scope, mail_id));
}

/** A mail with its text; where a mail server delivers it, without the secrets in its links. Throws mail_not_found. */
export async function readMail(
  scope: Scope,
  { mail_id }: z.output<typeof MailId>,
): Promise<z.output<typeof MailBody>> {
  const row = await getMailOrThrow(scope.db, scope, mail_id);
  const { text, html } = decryptBody(scope.vault, row);
  if (scope.config.mail === undefined) return { ...viewMail(row), text, html, are_links_hidden: false };
  return { ...viewMail(row), text: hideLinks(text), html: hideLinks(html), are_links_hidden: true };
}

/** A mail as it was sent, with the secrets in its links; written to the audit log first. Throws mail_not_found. */
export async function revealMail(
  scope: Scope,
  { mail_id: id }: z.output<typeof MailId>,
): Promise<z.output<typeof MailBody>> {
  return scope.db.$transaction(async (tx) => {
    const row = await getMailOrThrow(tx, scope, id);
    const after = { id, template: row.template };
    await recordChange(tx, scope, { type: "mail.revealed", objectType: "mail", objectId: id, after });
    return { ...viewMail(row), ...decryptBody(scope.vault, row), are_links_hidden: false };
  });
}
