import { sha256 } from "../../../../platform/crypto.ts";
import type { Customer } from "../../../../platform/database/client/client.ts";
import { mailboxOf } from "../../../../platform/mailbox-of.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";

// Who gets a trial. A start decides by these rules in decide-start-terms.ts; a code may lengthen it (promised-terms.ts).

/** id null: a customer who is not there yet. */
type Tried = Pick<Customer, "email"> & { id: string | null };

/** The traits by which we recognise a used trial: the customer, the mailbox behind the address, the card. Stored as hashes. */
export function trialTraits(customer: Tried, cardFingerprint: string | null): string[] {
  const traits = customer.id === null ? [] : [`customer:${customer.id}`];
  if (customer.email !== null) traits.push(`mailbox:${sha256(mailboxOf(customer.email))}`);
  if (cardFingerprint !== null) traits.push(`card:${sha256(cardFingerprint)}`);
  return traits;
}

/** Whether a trial of the product was used with any of the traits. */
export async function hasHadTrial(scope: Scope, productId: string, traits: string[]): Promise<boolean> {
  const { tenantId, db } = scope;
  return (await db.trialUse.count({ where: { tenantId, productId, trait: { in: traits } } })) > 0;
}

/**
 * Claims the trial of a product for one subscription, by all its traits at once. The database's primary key decides any race: of
 * several subscriptions that share a trait one gets it, and the others wait until it has committed. Returns whether the claim
 * succeeded; an earlier claim of the same subscription counts as success.
 */
export async function claimTrial(
  tx: Tx,
  scope: Scope,
  { productId, subscriptionId, traits }: { productId: string; subscriptionId: string; traits: string[] },
): Promise<boolean> {
  const { tenantId } = scope;
  await keepTrialUse(tx, scope, productId, subscriptionId, traits);
  const others = { tenantId, productId, trait: { in: traits }, subscriptionId: { not: subscriptionId } };
  if ((await tx.trialUse.count({ where: others })) === 0) return true;
  await releaseTrial(tx, scope, subscriptionId);
  return false;
}

/** Releases the claim of a subscription that did not start. */
export async function releaseTrial(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<void> {
  await tx.trialUse.deleteMany({ where: { tenantId, subscriptionId } });
}

/** Records that the traits have used their trial; in one order, so that concurrent calls do not deadlock. */
export async function keepTrialUse(
  tx: Tx,
  scope: Scope,
  productId: string,
  subscriptionId: string,
  traits: string[],
): Promise<void> {
  const { tenantId, clock } = scope;
  const createdAt = clock.now();
  const data = traits.toSorted().map((trait) => ({ tenantId, productId, trait, subscriptionId, createdAt }));
  await tx.trialUse.createMany({ data, skipDuplicates: true });
}
