import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { renderMail } from "./render-mail.ts";
import { sealWords } from "./sealed-words.ts";

export type Mail = { to: string /** one mail per key and tenant, ever */; dedupeKey: string } & (
  | { template: "invitation"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "verification"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "password_reset"; facts: { link: string; expiresAt: Date } }
  | { template: "welcome"; facts: { name: string | null; link: string } }
  | { template: "account_exists"; facts: { link: string } }
  | {
      template: "member_invitation";
      facts: { name: string | null; tenantName: string; link: string; expiresAt: Date };
    }
  | { template: "waitlist_joined"; facts: { name: string | null; link: string } }
  | { template: "webhook_disabled"; facts: { host: string; isGone: boolean; link: string } }
  | { template: "second_subscription" | "trial_used"; facts: SurplusFacts }
  | { template: "trial_charged"; facts: { name: string | null; link: string } }
  | { template: "invoice"; facts: InvoiceFacts }
  | { template: "invoice_reminder"; facts: InvoiceFacts }
);

interface SurplusFacts {
  name: string | null;
  /** What was given back, for people to read; null when nothing had been paid. */
  amount: string | null;
  link: string;
}

interface InvoiceFacts {
  name: string | null;
  number: string;
  /** For people to read: $12.50. */
  amount: string;
  dueAt: Date;
  link: string;
}

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
  const row = { tenantId, id, to, template, dedupeKey, subject, ...sealWords(vault, id, rendered) };
  await tx.mailMessage.createMany({
    data: [{ ...row, createdAt, nextAttemptAt: now, expiresAt }],
    skipDuplicates: true,
  });
}
