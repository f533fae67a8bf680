import { Decimal } from "decimal.js";
import type { Override } from "../../platform/database/client/client.ts";
import { queryNamed } from "../../platform/database/named.ts";
import { isIdOf } from "../../platform/ids.ts";
import type { OverrideTerms } from "../entitlements/lay-over.ts";
import type { Scope } from "../scope.ts";
import { type GrantingSubscription, grantingText } from "../subscriptions/load-subscription.ts";
import type { OpenCounter } from "../usage/counters.ts";
import type { CountedCustomer } from "./counting.ts";

/** Where a customer stands with a feature at one moment. */
export interface Standing {
  customer: CountedCustomer;
  /** Subscriptions that have not ended, newest first. */
  live: GrantingSubscription[];
  /** Those of the feature in force now, oldest first. */
  overrides: OverrideTerms[];
  /** The feature's open counters; null when there are too many to bring along. */
  counters: OpenCounter[] | null;
  /** The caller's, in the customer's own time. */
  scope: Scope;
}

/** Counters brought along; whoever has more dimensions has them looked up when it is known which matter. */
const MOST_COUNTERS = 20;

interface Asked {
  /** Our `cus_` id or the tenant's own identifier. */
  named: string;
  featureId: string;
}

/**
 * Everything about a customer that an answer about a feature rests on, as of one snapshot of the database taken after the
 * question came; null when the tenant has no such customer. Questions that come together are one statement.
 */
export async function loadStanding(scope: Scope, asked: Asked): Promise<Standing | null> {
  const { tenantId, reads } = scope;
  const by = isIdOf("customer", asked.named) ? "id" : "external_id";
  const row = await reads.run(`standing ${by} ${tenantId}`, asked, (all: Asked[]) => load(scope, by, all));
  return row && toStanding(scope, row, asked.featureId);
}

interface Row {
  index: number;
  id: string;
  created_at: Date;
  test_clock_id: string | null;
  clock_now: Date | null;
  live: Dated<GrantingSubscription>[] | null;
  overrides: StoredOverride[] | null;
  counters: StoredCounter[] | null;
}

/** As JSON of the database has it: moments are text. */
type Dated<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

interface StoredOverride extends Pick<Override, "featureId" | "enabled" | "unlimited" | "value" | "overage"> {
  limitSet: string | null;
  limitAdd: string | null;
  overageCeiling: string | null;
  overageCapAmount: string | null;
}

interface StoredCounter {
  dimension: string;
  used: string;
  reserved: string;
  rolledOver: string;
  periodEnd: string;
}

async function load(scope: Scope, by: "id" | "external_id", asked: Asked[]): Promise<(Row | null)[]> {
  const rows = await queryNamed<Row>(scope, scope.db, {
    name: `standing-by-${by}`,
    text: STANDING[by],
    values: [
      scope.tenantId,
      scope.clock.now(),
      asked.map(({ named }) => named),
      asked.map(({ featureId }) => featureId),
    ],
  });
  const found: (Row | null)[] = asked.map(() => null);
  for (const row of rows) found[row.index] = row;
  return found;
}

/**
 * Quantities as text: a JSON number has not digits enough. The arrays by a select: what is known of their length beforehand
 * would have PostgreSQL plan anew for each call, which takes longer than the call.
 */
export function standingStatement(by: "id" | "external_id"): string {
  return `
  select q.index::int - 1 as index, c.id, c.created_at, c.test_clock_id, k.now as clock_now, s.live, o.overrides, u.counters
  from unnest((select $3::text[]), (select $4::text[])) with ordinality as q (named, feature_id, index)
  join customers c on c.tenant_id = $1 and c.${by} = q.named
  left join test_clocks k on k.tenant_id = $1 and k.id = c.test_clock_id
  cross join lateral (select json_agg(l) as live from (${grantingText("$1", "c.id")}) l) s
  cross join lateral (
    select json_agg(json_build_object('featureId', o.feature_id, 'enabled', o.enabled, 'unlimited', o.unlimited,
      'value', o.value, 'overage', o.overage, 'limitSet', o.limit_set::text, 'limitAdd', o.limit_add::text,
      'overageCeiling', o.overage_ceiling::text, 'overageCapAmount', o.overage_cap_amount::text) order by o.id) as overrides
    from overrides o
    where o.tenant_id = $1 and o.customer_id = c.id and o.feature_id = q.feature_id and o.revoked_at is null
      and o.starts_at <= coalesce(k.now, $2::timestamptz) and (o.ends_at is null or o.ends_at > coalesce(k.now, $2::timestamptz))
  ) o
  cross join lateral (
    select json_agg(json_build_object('dimension', u.dimension, 'used', u.value::text, 'rolledOver', u.rolled_over::text,
      'periodEnd', u.period_end, 'reserved', case when u.reserved = 0 then '0' else (
        select coalesce(sum(h.quantity), 0)::text from usage_reservations h
        where h.tenant_id = $1 and h.record_id = u.id and h.status = 'HELD' and h.expires_at > coalesce(k.now, $2::timestamptz)
      ) end)) as counters
    from (
      select * from usage_records r
      where r.tenant_id = $1 and r.customer_id = c.id and r.feature_id = q.feature_id and r.status = 'OPEN'
        and r.period_end > coalesce(k.now, $2::timestamptz)
      limit ${MOST_COUNTERS + 1}
    ) u
  ) u`;
}

const STANDING = { id: standingStatement("id"), external_id: standingStatement("external_id") };

function toStanding(caller: Scope, row: Row, featureId: string): Standing {
  const { clock_now: clockNow, counters } = row;
  return {
    customer: { id: row.id, createdAt: row.created_at, testClockId: row.test_clock_id },
    live: (row.live ?? []).map(toSubscription),
    overrides: (row.overrides ?? []).map(toOverride),
    counters:
      counters && counters.length > MOST_COUNTERS
        ? null
        : (counters ?? []).map((counter) => toCounter(featureId, counter)),
    scope: clockNow ? { ...caller, clock: { now: () => new Date(clockNow) } } : caller,
  };
}

function toSubscription(stored: Dated<GrantingSubscription>): GrantingSubscription {
  return {
    ...stored,
    pastDueSince: toDate(stored.pastDueSince),
    currentPeriodStart: toDate(stored.currentPeriodStart),
    currentPeriodEnd: toDate(stored.currentPeriodEnd),
    trialEnd: toDate(stored.trialEnd),
    createdAt: new Date(stored.createdAt),
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function toOverride(stored: StoredOverride): OverrideTerms {
  const { overageCapAmount: cap } = stored;
  return { ...stored, overageCapAmount: cap === null ? null : BigInt(cap) };
}

function toCounter(featureId: string, stored: StoredCounter): OpenCounter {
  return {
    featureId,
    dimension: stored.dimension,
    used: new Decimal(stored.used),
    reserved: new Decimal(stored.reserved),
    rolledOver: new Decimal(stored.rolledOver),
    periodEnd: new Date(stored.periodEnd),
  };
}
