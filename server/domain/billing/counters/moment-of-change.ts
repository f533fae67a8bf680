import type { UsageRecord } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

type Counted = Pick<UsageRecord, "customerId" | "featureId" | "periodStart">;

/**
 * When the terms changed within a counter's period: the latest of its subscription's phases and its feature's overrides; null where
 * neither did.
 */
export async function momentOfChange(
  tx: Tx,
  { tenantId, clock }: Scope,
  { customerId, featureId, periodStart }: Counted,
  subscriptionId: string | null,
): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    select max(at) as at from (
      select from_at as at from subscription_terms
        where tenant_id = ${tenantId} and subscription_id = ${subscriptionId ?? ""} and to_at is null
      union all
      select unnest(array[starts_at, ends_at, revoked_at]) from overrides
        where tenant_id = ${tenantId} and customer_id = ${customerId} and feature_id = ${featureId}
    ) changes where at > ${periodStart}::timestamptz and at <= ${clock.now()}::timestamptz`;
  return row?.at ?? null;
}
