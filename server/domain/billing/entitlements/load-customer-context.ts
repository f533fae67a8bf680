import { queryNamed } from "../../../platform/database/named.ts";
import { isIdOf } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import {
  countersText,
  type OpenCounter,
  readCounter,
  type StoredCounter,
} from "../counters/stored-counters.ts";
import type { FeatureTerms, OverrideTerms } from "../grants/apply-overrides.ts";
import { overridesText, readOverride, type StoredOverride } from "../grants/load-overrides.ts";
import { combineGrants, type FeatureGrant } from "../terms/feature-grant.ts";
import { type CountedCustomer, type CustomerTerms, chooseTerms } from "../terms/find-terms.ts";
import { type GrantingSubscription, grantingText } from "../terms/load-subscription.ts";

/** The data of a customer and a feature for an entitlement check, as of one moment. */
export interface CustomerContext {
  customer: CountedCustomer;
  /** Subscriptions that have not ended, newest first. */
  live: GrantingSubscription[];
  /** The feature's overrides in force now, oldest first. */
  overrides: OverrideTerms[];
  /** The feature's open counters; null when there are too many to load here. */
  counters: OpenCounter[] | null;
  /** The caller's, in the customer's own time. */
  scope: Scope;
}

/** What a customer is granted of a feature now, and under which terms. */
export async function grantInForce(
  { customer, live, overrides, scope }: CustomerContext,
  feature: FeatureTerms,
): Promise<{ grant: FeatureGrant; found: CustomerTerms }> {
  const found = await chooseTerms(scope.db, scope, { customer, live, featureId: feature.id });
  return { grant: await combineGrants(scope.db, scope, found, feature, overrides), found };
}

/** Most counters to load here; a customer with more dimensions has the relevant ones loaded afterwards. */
const MAX_COUNTERS = 20;

interface Asked {
  /** Our `cus_` id or the tenant's own identifier. */
  named: string;
  featureId: string;
}

/**
 * Everything about a customer that a check of a feature needs, from one snapshot of the database taken after the request
 * arrived; null when the tenant has no such customer. Concurrent requests share one statement.
 */
export async function loadCustomerContext(scope: Scope, asked: Asked): Promise<CustomerContext | null> {
  const { tenantId, reads } = scope;
  const by = isIdOf("customer", asked.named) ? "id" : "external_id";
  const row = await reads.run(`customer context ${by} ${tenantId}`, asked, (all: Asked[]) =>
    load(scope, by, all),
  );
  return row && toCustomerContext(scope, row);
}

interface Row {
  index: number;
  id: string;
  created_at: Date;
  test_clock_id: string | null;
  terms_version: number;
  clock_now: Date | null;
  live: Dated<GrantingSubscription>[] | null;
  overrides: StoredOverride[] | null;
  counters: StoredCounter[] | null;
}

/** The type of the database's JSON: timestamps are text. */
type Dated<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

async function load(scope: Scope, by: "id" | "external_id", asked: Asked[]): Promise<(Row | null)[]> {
  const rows = await queryNamed<Row>(scope, scope.db, {
    name: `customer-context-by-${by}`,
    text: STATEMENTS[by],
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

const NOW = "coalesce(k.now, $2::timestamptz)";

/**
 * Reads the arrays by a select: with a known length, PostgreSQL would plan the statement again for each call, which takes
 * longer than the call itself.
 */
export function customerContextStatement(by: "id" | "external_id"): string {
  const whose = { tenant: "$1", customer: "c.id", feature: "q.feature_id", now: NOW };
  return `
  select q.index::int - 1 as index, c.id, c.created_at, c.test_clock_id, c.terms_version, k.now as clock_now,
    (select json_agg(l) from (${grantingText("$1", "c.id")}) l) as live,
    ${overridesText(whose)} as overrides, ${countersText({ ...whose, dimension: null, most: MAX_COUNTERS + 1 })} as counters
  from unnest((select $3::text[]), (select $4::text[])) with ordinality as q (named, feature_id, index)
  join customers c on c.tenant_id = $1 and c.${by} = q.named
  left join test_clocks k on k.tenant_id = $1 and k.id = c.test_clock_id`;
}

const STATEMENTS = {
  id: customerContextStatement("id"),
  external_id: customerContextStatement("external_id"),
};

function toCustomerContext(caller: Scope, row: Row): CustomerContext {
  const { clock_now: clockNow, counters } = row;
  return {
    customer: {
      id: row.id,
      createdAt: row.created_at,
      testClockId: row.test_clock_id,
      termsVersion: row.terms_version,
    },
    live: (row.live ?? []).map(toSubscription),
    overrides: (row.overrides ?? []).map(readOverride),
    counters: counters && counters.length > MAX_COUNTERS ? null : (counters ?? []).map(readCounter),
    scope: clockNow ? { ...caller, clock: { now: () => new Date(clockNow) } } : caller,
  };
}

function toSubscription(stored: Dated<GrantingSubscription>): GrantingSubscription {
  return {
    ...stored,
    pastDueSince: toDate(stored.pastDueSince),
    currentPeriodStart: toDate(stored.currentPeriodStart),
    currentPeriodEnd: toDate(stored.currentPeriodEnd),
    periodAnchor: new Date(stored.periodAnchor),
    trialEnd: toDate(stored.trialEnd),
    createdAt: new Date(stored.createdAt),
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
