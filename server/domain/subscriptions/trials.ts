import { sha256 } from "../../platform/crypto.ts";
import type { Customer } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../scope.ts";
import { mailboxOf } from "./rules.ts";

/** What marks somebody who has had a trial: the customer, the mailbox behind the address, the card. Kept as hashes. */
export function trialTraits(customer: Customer, cardFingerprint: string | null): string[] {
  const traits = [`customer:${customer.id}`];
  if (customer.email !== null) traits.push(`mailbox:${sha256(mailboxOf(customer.email))}`);
  if (cardFingerprint !== null) traits.push(`card:${sha256(cardFingerprint)}`);
  return traits;
}

/** Whether a trial of the product was had under any of the traits. */
export async function hasHadTrial(scope: Scope, productId: string, traits: string[]): Promise<boolean> {
  const { tenantId, db } = scope;
  return (await db.trialUse.count({ where: { tenantId, productId, trait: { in: traits } } })) > 0;
}

/** Remembers that the traits have had their trial. */
export async function keepTrialUse(
  tx: Tx,
  scope: Scope,
  productId: string,
  subscriptionId: string,
  traits: string[],
): Promise<void> {
  const { tenantId, clock } = scope;
  const data = traits.map((trait) => ({
    tenantId,
    productId,
    trait,
    subscriptionId,
    createdAt: clock.now(),
  }));
  await tx.trialUse.createMany({ data, skipDuplicates: true });
}
