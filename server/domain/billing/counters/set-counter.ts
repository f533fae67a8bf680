import { ApiError } from "../../../errors/api-error.ts";
import type { Decimal } from "../../../platform/decimal.ts";
import { newId } from "../../../platform/ids.ts";
import { MAX_UNITS } from "../../../platform/schema/quantity.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { type CountingTerms, counterItem } from "./counting-terms.ts";
import { momentOf } from "./use-moment.ts";
import type { ShownCounter } from "./view-usage.ts";

interface CounterKey {
  customerId: string;
  dimension: string;
}

interface NewValue {
  value: Decimal;
  reason: string | null;
  /** When it happened, as the caller says; null: now. */
  occurredAt: string | null;
  /** Whether it is one of several sources' that are set together. */
  isPart: boolean;
}

/**
 * Sets the open counter to an exact value, opening it when there is none, and writes the difference to the ledger; the same value again
 * writes nothing. Writes an event when the value reaches or crosses the limit, except for one of several sources: their limits count
 * together. The counter is locked until the transaction ends. Throws usage_before_open_period, usage_in_future or counter_limit_exceeded.
 */
export async function setCounter(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  { customerId, dimension }: CounterKey,
  terms: CountingTerms,
  { value, reason, occurredAt: askedMoment, isPart }: NewValue,
): Promise<{ before: ShownCounter; after: ShownCounter }> {
  const { period } = terms;
  const occurredAt = momentOf(askedMoment, clock.now());
  if (occurredAt < period.start)
    throw new ApiError("usage_before_open_period", {
      details: { occurred_at: occurredAt.toISOString(), period_start: period.start.toISOString() },
    });
  const item = JSON.stringify({
    ...counterItem(customerId, terms, dimension, newId("usageRecord")),
    ledger_id: newId("usageLedgerEntry"),
    outbox_id: newId("event"),
    value: value.toFixed(),
    is_part: isPart,
    reason,
    occurred_at: occurredAt.toISOString(),
  });
  const [before, after] = await tx.$queryRaw<ShownCounter[]>`
    select id, tenant_id as "tenantId", customer_id as "customerId", subscription_id as "subscriptionId",
      feature_id as "featureId", dimension, value, carried, period_start as "periodStart", period_end as "periodEnd",
      status::text as status, created_at as "createdAt", updated_at as "updatedAt"
    from usher_set_usage(${tenantId}, ${clock.now()}::timestamptz, ${actor.type}, ${actor.id}, ${item}::jsonb)`;
  if (!before?.id || !after) throw new ApiError("counter_limit_exceeded", { details: { most: MAX_UNITS } });
  return { before, after };
}
