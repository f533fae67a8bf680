import type { Scope, Tx } from "../../../platform/scope.ts";

/**
 * Writes a changed subscription's terms (prisma/functions/usher_write_terms.sql): closes the open phase and opens the next when the
 * row was sold as something else before, and raises the customer's terms version. Writes nothing when the terms are the same. `at`
 * is when the change took effect where that is known better than by the row's own moments (end, end of the trial, new anchor) and
 * by its updated_at. The row is locked by the transaction. A writer that does not call this has the phase written at its commit.
 */
export async function writeTerms(
  tx: Tx,
  { tenantId }: Scope,
  subscriptionId: string,
  at: Date | null = null,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isChanged: boolean }[]>`
    select usher_write_terms(${tenantId}, ${subscriptionId}, ${at}::timestamptz) as "isChanged"`;
  return row?.isChanged ?? false;
}

/**
 * Raises the customer's terms version: in the transaction that changes terms that a use may depend on. Phases of subscriptions raise
 * it themselves. A use that was prepared under an older version is prepared again.
 */
export async function bumpTermsVersion(tx: Tx, { tenantId }: Scope, customerId: string): Promise<void> {
  await tx.$executeRaw`
    update customers set terms_version = terms_version + 1 where tenant_id = ${tenantId} and id = ${customerId}`;
}
