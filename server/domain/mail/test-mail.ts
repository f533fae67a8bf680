import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { queueMail } from "./queue-mail.ts";
import type { TestedMail } from "./test-mail-schema.ts";

/** Queues a mail to the member who asks, so that they see whether mails arrive. One for each request. */
export async function testMail(scope: Scope): Promise<z.output<typeof TestedMail>> {
  const { db, system, actor, requestId, tenantId } = scope;
  const { email } = await system.db.user.findFirstOrThrow({
    where: { id: actor.id, memberships: { some: {} } },
    select: { email: true },
  });
  const dedupeKey = `test:${requestId}`;
  const mail = { tenantId_dedupeKey: { tenantId, dedupeKey } };
  return db.$transaction(async (tx) => {
    const known = await tx.mailMessage.findUnique({ where: mail, select: { id: true } });
    if (known) return { id: known.id, to: email };
    await queueMail(tx, scope, {
      to: email,
      dedupeKey,
      template: "test",
      facts: { link: `${scope.baseUrl}/settings/connections` },
    });
    const { id } = await tx.mailMessage.findUniqueOrThrow({ where: mail, select: { id: true } });
    await recordChange(tx, scope, {
      type: "mail.tested",
      objectType: "mail",
      objectId: id,
      // Not the address: history outlives it after an erasure.
      after: { id, template: "test", status: "QUEUED" },
    });
    return { id, to: email };
  });
}
