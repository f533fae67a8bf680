import type { Scope, Tx } from "../scope.ts";
import { type CountingTerms, isApart } from "./counting-terms.ts";

/** Waits until nobody else decides about the counter, and keeps others from it until the transaction ends. */
export async function lockUsage(
  tx: Tx,
  { tenantId }: Scope,
  customerId: string,
  terms: CountingTerms,
  dimension: string,
): Promise<void> {
  const own = isApart(terms) ? dimension : null;
  await tx.$executeRaw`select pg_advisory_xact_lock(usher_usage_lock(${tenantId}, ${customerId}, ${terms.featureId}, ${own}))`;
}
