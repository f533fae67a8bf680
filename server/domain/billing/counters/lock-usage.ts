import type { Scope, Tx } from "../../../platform/scope.ts";
import { areApart, type CountingTerms } from "./counting-terms.ts";

interface Locked {
  customerId: string;
  featureId: string;
  /** The terms of each source's counter. */
  parts: CountingTerms[];
  dimension: string;
}

/** Locks the counters of all sources until the transaction ends. */
export async function lockUsage(
  tx: Tx,
  scope: Scope,
  { customerId, featureId, parts, dimension }: Locked,
): Promise<void> {
  const is_apart = areApart(parts);
  await lock(tx, scope, { customer_id: customerId, feature_id: featureId, dimension, is_apart });
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
