import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Counter } from "../grants/grant.ts";
import type { Period } from "../terms/period.ts";

interface Held {
  customerId: string;
  featureId: string;
  period: Period;
  /** Whether dimensions share the limit: then the most that all of them held at once counts. */
  isShared: boolean;
}

interface Row {
  dimension: string;
  most: string;
}

/**
 * The most units of a feature that a customer held at once in a period, read from the usage ledger: what was held when it began,
 * and each change within it, in the order in which they happened. One counter for each dimension, or one for all that share a
 * limit. What is held now does not matter.
 */
export async function heldAtMost(
  tx: Tx,
  { tenantId }: Scope,
  { customerId, featureId, period, isShared }: Held,
): Promise<Counter[]> {
  const rows = await tx.$queryRaw<Row[]>`
    with changes as (
      select case when ${isShared} then '' else r.dimension end as dimension, l.id, l.delta, l.occurred_at
      from usage_ledger l
      join usage_records r on r.tenant_id = l.tenant_id and r.id = l.record_id
      where r.tenant_id = ${tenantId} and r.customer_id = ${customerId} and r.feature_id = ${featureId}
        and r.period_end > '9000-01-01' and l.occurred_at < ${period.end}::timestamptz
    ), steps as (
      select dimension, '' as id, ${period.start}::timestamptz as at, sum(delta) as delta from changes
        where occurred_at < ${period.start}::timestamptz group by dimension
      union all
      select dimension, id, occurred_at, delta from changes where occurred_at >= ${period.start}::timestamptz
    )
    select dimension, greatest(0, max(held))::text as most
    from (select dimension, sum(delta) over (partition by dimension order by at, id) as held from steps) running
    group by dimension`;
  const none = new Decimal(0);
  return rows.map(({ dimension, most }) => ({
    dimension,
    used: new Decimal(most),
    reserved: none,
    rolledOver: none,
    carried: none,
    overBefore: none,
    billedBefore: 0n,
  }));
}
