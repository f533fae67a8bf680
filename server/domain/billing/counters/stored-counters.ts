import { Decimal } from "../../../platform/decimal.ts";

/** An open counter as the rules look at it. */
export interface OpenCounter {
  featureId: string;
  dimension: string;
  used: Decimal;
  /** Reserved units that have not expired. */
  reserved: Decimal;
  rolledOver: Decimal;
  periodEnd: Date;
}

/** A counter as our statement returns it: quantities as text, because a JSON number has too few digits. */
export interface StoredCounter {
  featureId: string;
  dimension: string;
  used: string;
  reserved: string;
  rolledOver: string;
  periodEnd: string;
}

interface Whose {
  tenant: string;
  customer: string;
  /** null: those of all features. */
  feature: string | null;
  /** null: those of all dimensions. */
  dimension: string | null;
  now: string;
  /** The most counters to return; null = all. */
  most: number | null;
}

/**
 * A subselect of a customer's open counters as JSON, with reserved units that have not expired; null where there are none. For
 * SQL expressions; readOpenCounters has the details.
 */
export function countersText({ tenant, customer, feature, dimension, now, most }: Whose): string {
  return `(
    select json_agg(json_build_object('featureId', u.feature_id, 'dimension', u.dimension, 'used', u.value::text,
      'rolledOver', u.rolled_over::text, 'periodEnd', u.period_end, 'reserved', case when u.reserved = 0 then '0' else (
        select coalesce(sum(h.quantity), 0)::text from usage_reservations h
        where h.tenant_id = ${tenant} and h.record_id = u.id and h.status = 'HELD' and h.expires_at > ${now}
      ) end))
    from (
      select * from usage_records r
      where r.tenant_id = ${tenant} and r.customer_id = ${customer} ${feature === null ? "" : `and r.feature_id = ${feature}`}
        ${dimension === null ? "" : `and r.dimension = ${dimension}`}
        and r.status = 'OPEN' and r.period_end > ${now}
      ${most === null ? "" : `limit ${most}`}
    ) u
  )`;
}

export function readCounter(stored: StoredCounter): OpenCounter {
  return {
    featureId: stored.featureId,
    dimension: stored.dimension,
    used: new Decimal(stored.used),
    reserved: new Decimal(stored.reserved),
    rolledOver: new Decimal(stored.rolledOver),
    periodEnd: new Date(stored.periodEnd),
  };
}
