import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { queryNamed } from "../../platform/database/named.ts";
import { loadGrantsUnder } from "../entitlements/load-grants.ts";
import { overridesText, readOverride, type StoredOverride } from "../entitlements/stored-overrides.ts";
import { requireOwn, type Scope } from "../scope.ts";
import { countersText, readCounter, type StoredCounter } from "../usage/stored-counters.ts";
import type { GetSubscription, Subscription } from "./schema.ts";
import { type SubscriptionParts, showSubscription } from "./view-subscription.ts";

/** Interface 4.10, in one statement: products ask for it with every page. K6001, K2010. */
export async function getSubscription(
  scope: Scope,
  input: z.output<typeof GetSubscription>,
): Promise<z.output<typeof Subscription>> {
  const [row] = await queryNamed<Row>(scope, scope.db, {
    name: "get-subscription",
    text: STATEMENT,
    values: [scope.tenantId, input.id, scope.clock.now()],
  });
  if (!row) throw new ApiError("K6001");
  requireOwn(scope, row.customer.id);
  const { overrides, counters, drivers, planPrice, ...parts } = row;
  const { currency } = planPrice;
  const terms = { customerId: row.customer.id, packId: row.packId, currency, drivers: drivers ?? [] };
  const grants = await loadGrantsUnder(scope.db, scope, terms, (overrides ?? []).map(readOverride));
  const shown = { ...parts, planPrice: { ...planPrice, amount: BigInt(planPrice.amount) } };
  return showSubscription(shown, grants, (counters ?? []).map(readCounter));
}

interface Row extends Omit<SubscriptionParts, "planPrice"> {
  planPrice: Omit<SubscriptionParts["planPrice"], "amount"> & { amount: string };
  drivers: { featureId: string; steps: number }[] | null;
  overrides: StoredOverride[] | null;
  counters: StoredCounter[] | null;
}

const named = (row: string) => `json_build_object('id', ${row}.id, 'slug', ${row}.slug, 'name', ${row}.name)`;
const whose = { tenant: "$1", customer: "s.customer_id", feature: null, now: "$3::timestamptz" };

const STATEMENT = `
  select s.id, s.tenant_id as "tenantId", s.plan_price_id as "planPriceId", s.pack_id as "packId",
    s.pending_plan_price_id as "pendingPlanPriceId", s.pending_pack_id as "pendingPackId", s.provider::text as provider,
    s.provider_subscription_id as "providerSubscriptionId", s.provider_customer_id as "providerCustomerId",
    s.status::text as status, s.current_period_start as "currentPeriodStart", s.current_period_end as "currentPeriodEnd",
    s.trial_start as "trialStart", s.trial_end as "trialEnd", s.canceled_at as "canceledAt", s.ended_at as "endedAt",
    s.created_at as "createdAt", s.updated_at as "updatedAt",
    json_build_object('id', c.id, 'externalId', c.external_id, 'email', c.email, 'name', c.name) as customer,
    ${named("o")} as product, ${named("l")} as plan,
    json_build_object('id', p.id, 'amount', p.amount::text, 'currency', p.currency, 'interval', p.interval,
      'labelName', p.label_name, 'labelSlug', p.label_slug) as "planPrice",
    case when k.id is not null then json_build_object('id', k.id, 'version', k.version, 'status', k.status) end as pack,
    (select json_agg(json_build_object('featureId', d.feature_id, 'steps', d.steps)) from subscription_drivers d
      where d.tenant_id = $1 and d.subscription_id = s.id) as drivers,
    ${overridesText(whose)} as overrides, ${countersText({ ...whose, most: null })} as counters
  from subscriptions s
  join customers c on c.tenant_id = $1 and c.id = s.customer_id
  join products o on o.tenant_id = $1 and o.id = s.product_id
  join plans l on l.tenant_id = $1 and l.id = s.plan_id
  join plan_prices p on p.tenant_id = $1 and p.id = s.plan_price_id
  left join packs k on k.tenant_id = $1 and k.id = s.pack_id
  where s.tenant_id = $1 and s.id = $2`;
