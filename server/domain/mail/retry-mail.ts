import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { getMailOrThrow } from "./get-mail.ts";
import type { MailId, MailMessage } from "./schema.ts";
import { viewMail } from "./view-mail.ts";

/**
 * Queues a mail that FAILED once more, with all its tries, under the same Message-ID. Throws mail_not_found, mail_status_conflict or
 * mail_link_expired.
 */
export async function retryMail(
  scope: Scope,
  { mail_id: id }: z.output<typeof MailId>,
): Promise<z.output<typeof MailMessage>> {
  const { tenantId, clock, db } = scope;
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from mail_messages where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await getMailOrThrow(tx, scope, id);
    const now = clock.now();
    if (before.status !== "FAILED")
      throw new ApiError("mail_status_conflict", { details: { status: before.status } });
    if (before.expiresAt && before.expiresAt <= now) throw new ApiError("mail_link_expired");
    const row = await tx.mailMessage.update({
      where: { tenantId_id: { tenantId, id } },
      data: { status: "QUEUED", attempts: 0, nextAttemptAt: now },
    });
    await recordChange(tx, scope, {
      type: "mail.retried",
      objectType: "mail",
      objectId: id,
      // Not the address: history outlives it after an erasure.
      before: { id, template: row.template, status: before.status },
      after: { id, template: row.template, status: row.status },
    });
    return viewMail(row);
  });
}
