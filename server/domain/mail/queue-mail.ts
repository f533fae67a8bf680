import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../scope.ts";

export type Mail = { to: string /** one mail per key and tenant, ever */; dedupeKey: string } & (
  | { template: "invitation"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "verification"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "password_reset"; facts: { link: string; expiresAt: Date } }
  | { template: "welcome"; facts: { name: string | null; link: string } }
  | { template: "account_exists"; facts: { link: string } }
  | { template: "waitlist_joined"; facts: { name: string | null; link: string } }
);

/** Queues a mail inside the caller's transaction; a second one with the same key is dropped silently. */
export async function queueMail(tx: Tx, scope: Scope, mail: Mail): Promise<void> {
  const { to, template, dedupeKey } = mail;
  const { link } = mail.facts;
  const row = { tenantId: scope.tenantId, id: newId("mailMessage"), to, template, dedupeKey };
  const texts = { subject: template, text: `${link}\n`, html: `<a href="${link}">${link}</a>` };
  await tx.mailMessage.createMany({
    data: [{ ...row, ...texts, createdAt: scope.clock.now() }],
    skipDuplicates: true,
  });
}
