import { Decimal } from "../../../platform/decimal.ts";
import type { Counter } from "../grants/grant.ts";
import type { Period } from "../terms/period.ts";

/** An open counter as the rules look at it; `reserved` has no reservations that have expired. */
export interface OpenCounter extends Counter {
  id: string;
  featureId: string;
  /** What grants its units; "" for held units, which all sources grant together. */
  sourceId: string;
  /** The terms that it counts under; null = those of its next use. */
  termsId: string | null;
  /** Its allowance period. */
  period: Period;
}

/** A counter as our statement returns it: quantities as text, because a JSON number has too few digits. */
export interface StoredCounter {
  id: string;
  featureId: string;
  sourceId: string;
  termsId: string | null;
  dimension: string;
  used: string;
  reserved: string;
  rolledOver: string;
  start: string;
  end: string;
  /** What the period had under earlier terms; null where its terms did not change. */
  before: { carried: string; units: string; amount: string } | null;
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
    select json_agg(json_build_object('id', u.id, 'featureId', u.feature_id, 'sourceId', u.source_id, 'termsId', u.terms_id,
      'dimension', u.dimension, 'used', u.value::text, 'rolledOver', u.rolled_over::text, 'end', u.period_end,
      'start', coalesce(u.allowance_start, u.period_start),
      'before', case when u.allowance_start is not null then json_build_object('carried', u.carried::text,
        'units', u.over_before::text, 'amount', u.billed_before::text) end, 'reserved', case when u.reserved = 0 then '0' else (
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

const ZERO = new Decimal(0);

export function readCounter({ start, end, before, ...stored }: StoredCounter): OpenCounter {
  return {
    ...stored,
    used: new Decimal(stored.used),
    reserved: stored.reserved === "0" ? ZERO : new Decimal(stored.reserved),
    rolledOver: stored.rolledOver === "0" ? ZERO : new Decimal(stored.rolledOver),
    carried: before ? new Decimal(before.carried) : ZERO,
    overBefore: before ? new Decimal(before.units) : ZERO,
    billedBefore: BigInt(before?.amount ?? 0),
    period: { start: new Date(start), end: new Date(end) },
  };
}
