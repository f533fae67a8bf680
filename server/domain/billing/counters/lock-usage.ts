import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CountingTerms, hasSeparateLimit } from "./counting-terms.ts";

/** Locks the counter until the transaction ends. */
export async function lockUsage(
  tx: Tx,
  scope: Scope,
  customerId: string,
  terms: CountingTerms,
  dimension: string,
): Promise<void> {
  await lock(tx, scope, {
    customer_id: customerId,
    feature_id: terms.featureId,
    dimension,
    is_apart: hasSeparateLimit(terms),
  });
}

/** As lockUsage, for every dimension of the customer and feature at once: one lock, however many there are. */
export async function lockAllUsage(
  tx: Tx,
  scope: Scope,
  customerId: string,
  featureId: string,
): Promise<void> {
  await lock(tx, scope, { customer_id: customerId, feature_id: featureId, dimension: "", is_apart: false });
}

async function lock(tx: Tx, { tenantId }: Scope, item: object): Promise<void> {
  await tx.$executeRaw`select usher_lock_usage(${tenantId}, ${JSON.stringify([item])}::jsonb)`;
}
