import type { Decimal } from "decimal.js";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../scope.ts";
import { type CountingTerms, counterItem } from "./counting-terms.ts";
import type { ShownCounter } from "./view-usage.ts";

interface CounterKey {
  customerId: string;
  dimension: string;
}

interface NewValue {
  value: Decimal;
  reason: string | null;
  occurredAt: Date;
}

/**
 * Sets the open counter to an exact value, opening it when there is none, and writes the difference to the ledger; the same
 * value again writes nothing. Nobody else decides about the counter until the transaction ends. K8002 when occurredAt lies
 * before the open period.
 */
export async function setCounter(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  { customerId, dimension }: CounterKey,
  terms: CountingTerms,
  { value, reason, occurredAt }: NewValue,
): Promise<{ before: ShownCounter; after: ShownCounter }> {
  const { period } = terms;
  if (occurredAt < period.start || occurredAt >= period.end) throw new ApiError("K8002");
  const item = JSON.stringify({
    ...counterItem(customerId, terms, dimension, newId("usageRecord")),
    ledger_id: newId("usageLedgerEntry"),
    value: value.toFixed(),
    reason,
    occurred_at: occurredAt.toISOString(),
  });
  const [before, after] = await tx.$queryRaw<ShownCounter[]>`
    select id, tenant_id as "tenantId", customer_id as "customerId", subscription_id as "subscriptionId",
      feature_id as "featureId", dimension, value, period_start as "periodStart", period_end as "periodEnd",
      status::text as status, created_at as "createdAt", updated_at as "updatedAt"
    from usher_set_usage(${tenantId}, ${clock.now()}::timestamptz, ${actor.type}, ${actor.id}, ${item}::jsonb)`;
  if (!before?.id || !after) throw new Error("The counter was neither opened nor found.");
  return { before, after };
}
