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

/**
 * A counter as our statement returns it, without names, which would be most of it: id, feature, source, terms, dimension, used,
 * reserved, rolled over, start, end, and what the period had under earlier terms (carried, units past the limit, amount billed);
 * null where its terms did not change. Quantities are text, because a JSON number has too few digits.
 */
export type StoredCounter = [
  id: string,
  featureId: string,
  sourceId: string,
  termsId: string | null,
  dimension: string,
  used: string,
  reserved: string,
  rolledOver: string,
  start: string,
  end: string,
  before: [carried: string, units: string, amount: string] | null,
];

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
    select json_agg(json_build_array(u.id, u.feature_id, u.source_id, u.terms_id, u.dimension, u.value::text,
      case when u.reserved = 0 then '0' else (
        select coalesce(sum(h.quantity), 0)::text from usage_reservations h
        where h.tenant_id = ${tenant} and h.record_id = u.id and h.status = 'HELD' and h.expires_at > ${now}
      ) end,
      case when u.rolled_over = 0 then '0' else u.rolled_over::text end, coalesce(u.allowance_start, u.period_start), u.period_end,
      case when u.allowance_start is not null then
        json_build_array(u.carried::text, u.over_before::text, u.billed_before::text) end))
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
  const [id, featureId, sourceId, termsId, dimension, used, reserved, rolledOver, start, end, before] =
    stored;
  const [carried, units, amount] = before ?? NOTHING;
  return {
    id,
    featureId,
    sourceId,
    termsId,
    dimension,
    used: new Decimal(used),
    reserved: toDecimal(reserved),
    rolledOver: toDecimal(rolledOver),
    carried: toDecimal(carried),
    overBefore: toDecimal(units),
    billedBefore: BigInt(amount),
    period: { start: new Date(start), end: new Date(end) },
  };
}

const NOTHING = ["0", "0", "0"] as const;
const ZERO = new Decimal(0);

function toDecimal(text: string): Decimal {
  return text === "0" ? ZERO : new Decimal(text);
}
