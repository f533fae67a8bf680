import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getPacksCached } from "../../catalog/load-plan-price.ts";
import { countersText, readCounter, type StoredCounter } from "../counters/stored-counters.ts";
import { overridesText, readOverride, type StoredOverride } from "../grants/load-overrides.ts";
import { graceDaysFor } from "../terms/find-terms.ts";
import { givesAccess } from "../terms/rules.ts";
import { comingOf, packOf } from "./coming/coming.ts";
import { comingText, readChange, type StoredChange } from "./coming/find-coming.ts";
import type { Subscription } from "./schema.ts";
import { type SubscriptionParts, showSubscription } from "./view-subscription.ts";

/** A row of shownText: a subscription with all that is shown of it, except its pack's entitlements. */
export interface ShownRow extends Omit<SubscriptionParts, "planPrice" | "drivers"> {
  planPrice: Omit<SubscriptionParts["planPrice"], "amount"> & { amount: string };
  drivers: { featureId: string; steps: number }[] | null;
  overrides: StoredOverride[] | null;
  counters: StoredCounter[] | null;
  change: StoredChange | null;
  /** The customer's present time. */
  now: Date;
}

/** The rows as the API shows them. One statement reads the packs that are not cached. */
export async function showRows(scope: Scope, rows: ShownRow[]): Promise<z.output<typeof Subscription>[]> {
  const all = rows.map(({ change, ...row }) => {
    const found = readChange(change);
    return { row, found, packs: [row.packId ?? [], found ? packOf(row, found.target) : []].flat() };
  });
  const packs = await getPacksCached(
    scope.db,
    scope,
    all.flatMap((one) => one.packs),
  );
  const graceDays = await graceDaysFor(scope.db, scope, rows);
  return all.map(({ row: { overrides, counters, planPrice, drivers, now, ...parts }, found }) =>
    showSubscription(
      { ...parts, drivers: drivers ?? [], planPrice: { ...planPrice, amount: BigInt(planPrice.amount) } },
      {
        pack: packs.get(parts.packId ?? "") ?? null,
        overrides: (overrides ?? []).map(readOverride),
        counters: (counters ?? []).map(readCounter),
        hasAccess: givesAccess(parts.status, parts.pastDueSince, graceDays, now),
        coming: comingOf(parts, found, found && (packs.get(packOf(parts, found.target)) ?? null), now),
      },
    ),
  );
}

const named = (row: string) => `json_build_object('id', ${row}.id, 'slug', ${row}.slug, 'name', ${row}.name)`;
const whose = {
  tenant: "$1",
  customer: "s.customer_id",
  feature: null,
  now: "coalesce(t.now, $2::timestamptz)",
};

/**
 * One statement that returns a ShownRow for each selected subscription s, with what comes of it and the overrides and counters of
 * the customer's current time: that of their test clock, otherwise real time. $1: the tenant, $2: now.
 */
export function shownText(wanted: string): string {
  return `
  select s.id, s.tenant_id as "tenantId", s.plan_price_id as "planPriceId", s.pack_id as "packId",
    s.plan_id as "planId", s.pending_pack_id as "pendingPackId", s.provider::text as provider,
    s.provider_subscription_id as "providerSubscriptionId", s.provider_customer_id as "providerCustomerId",
    s.status::text as status, s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd",
    s.past_due_since as "pastDueSince", s.trial_start as "trialStart", s.trial_end as "trialEnd", s.canceled_at as "canceledAt", s.ended_at as "endedAt",
    s.created_at as "createdAt", s.updated_at as "updatedAt", s.pending_change_at as "pendingChangeAt",
    s.cancel_at_period_end as "cancelAtPeriodEnd", s.cancel_at as "cancelAt", s.ending_by as "endingBy",
    s.ending_reason as "endingReason", s.paused_at as "pausedAt", ${whose.now} as now, ${comingText("$1")} as change,
    json_build_object('id', c.id, 'externalId', c.external_id, 'email', c.email, 'name', c.name) as customer,
    ${named("o")} as product, ${named("l")} as plan,
    json_build_object('id', p.id, 'amount', p.amount::text, 'currency', p.currency, 'interval', p.interval,
      'labelName', p.label_name, 'labelSlug', p.label_slug) as "planPrice",
    case when k.id is not null then json_build_object('id', k.id, 'version', k.version, 'status', k.status) end as pack,
    (select json_agg(json_build_object('featureId', d.feature_id, 'steps', d.steps)) from subscription_drivers d
      where d.tenant_id = $1 and d.subscription_id = s.id) as drivers,
    ${overridesText(whose)} as overrides, ${countersText({ ...whose, dimension: null, most: null })} as counters
  from subscriptions s
  join customers c on c.tenant_id = $1 and c.id = s.customer_id
  left join test_clocks t on t.tenant_id = $1 and t.id = c.test_clock_id
  join products o on o.tenant_id = $1 and o.id = s.product_id
  join plans l on l.tenant_id = $1 and l.id = s.plan_id
  join plan_prices p on p.tenant_id = $1 and p.id = s.plan_price_id
  left join packs k on k.tenant_id = $1 and k.id = s.pack_id
  where s.tenant_id = $1 and ${wanted}`;
}
