import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { encryptBody } from "./encrypted-body.ts";
import type { Mail } from "./mail.ts";
import { renderMail } from "./render-mail.ts";

/**
 * Queues a mail inside the caller's transaction; a second one with the same key is dropped silently. It carries the
 * tenant's name, colour, logo and support address as they are now. The job worker sends it once the transaction commits: in
 * real time, also to a customer on a test clock.
 */
export async function queueMail(tx: Tx, scope: Scope, mail: Mail): Promise<void> {
  const { tenantId, clock, vault, system } = scope;
  const { to, template, dedupeKey, facts } = mail;
  const brand = await tx.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { name: true, brandColor: true, logoUrl: true, supportEmail: true },
  });
  const rendered = await renderMail(mail, brand);
  const now = system.clock.now();
  const createdAt = clock.now() < now ? clock.now() : now;
  const expiresAt = "expiresAt" in facts ? facts.expiresAt : null;
  const id = newId("mailMessage");
  const { subject } = rendered;
  const row = { tenantId, id, to, template, dedupeKey, subject, ...encryptBody(vault, id, rendered) };
  await tx.mailMessage.createMany({
    data: [{ ...row, createdAt, nextAttemptAt: now, expiresAt }],
    skipDuplicates: true,
  });
}
