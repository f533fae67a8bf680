import type { z } from "zod";
import type { Subscription as Row } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getBundle, getBundles, type PackWithEntitlements } from "../../catalog/get-plan-price.ts";
import {
  type PackParts,
  type PriceParts,
  viewPackSummary,
  viewPlanSummary,
  viewPriceSummary,
} from "../../catalog/summaries.ts";
import { type CustomerParts, viewCustomerSummary } from "../../customers/view-customer.ts";
import { type OpenCounter, readOpenCounters, readOpenCountersOf } from "../counters/counters.ts";
import type { Grant } from "../grants/grant.ts";
import { grantsOf, loadGrants, loadOverridesOfMany, type Terms } from "../grants/load-grants.ts";
import { summariseEntitlement } from "../grants/summarise.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { recurringOf } from "./recurring-amount.ts";
import type { Subscription } from "./schema.ts";

/** As much of a subscription as is shown of it. */
export interface SubscriptionParts
  extends Pick<
    Row,
    | "id"
    | "tenantId"
    | "planPriceId"
    | "packId"
    | "pendingPlanPriceId"
    | "pendingPackId"
    | "provider"
    | "providerSubscriptionId"
    | "providerCustomerId"
    | "status"
    | "currentPeriodStart"
    | "currentPeriodEnd"
    | "trialStart"
    | "trialEnd"
    | "canceledAt"
    | "endedAt"
    | "createdAt"
    | "updatedAt"
  > {
  customer: CustomerParts;
  plan: NamedParts;
  planPrice: PriceParts;
  product: NamedParts;
  pack: PackParts | null;
  drivers: { featureId: string; steps: number }[];
}

interface NamedParts {
  id: string;
  slug: string;
  name: string;
}

/** Interface 2.1: the subscription with its plan, price, product, pack and entitlements as they are now. */
export async function viewSubscription(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
): Promise<z.output<typeof Subscription>> {
  const [pack, grants, counters] = await Promise.all([
    row.packId === null ? null : getBundle(tx, scope, row.packId),
    loadGrants(tx, scope, termsOf(row)),
    readOpenCounters(tx, scope, { customerId: row.customerId }),
  ]);
  return showSubscription(row, pack, grants, counters);
}

/** As viewSubscription of each, in as few statements as of one. */
export async function viewSubscriptions(
  tx: Tx,
  scope: Scope,
  rows: LoadedSubscription[],
): Promise<z.output<typeof Subscription>[]> {
  const customerIds = [...new Set(rows.map(({ customerId }) => customerId))];
  if (customerIds.length === 0) return [];
  const packIds = rows.flatMap(({ packId }) => packId ?? []);
  const [packs, overrides, counters] = await Promise.all([
    getBundles(tx, scope, packIds),
    loadOverridesOfMany(tx, scope, customerIds),
    readOpenCountersOf(tx, scope, customerIds),
  ]);
  return rows.map((row) => {
    const pack = row.packId === null ? null : (packs.get(row.packId) ?? null);
    const grants = grantsOf(termsOf(row), pack, overrides.get(row.customerId) ?? []);
    return showSubscription(row, pack, grants, counters.get(row.customerId) ?? []);
  });
}

function termsOf({ customerId, packId, planPrice: { currency }, drivers }: LoadedSubscription): Terms {
  return { customerId, packId, currency, drivers };
}

/** As viewSubscription, with everything at hand. */
export function showSubscription(
  row: SubscriptionParts,
  pack: PackWithEntitlements | null,
  grants: Grant[],
  counters: OpenCounter[],
): z.output<typeof Subscription> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer: viewCustomerSummary(row.customer),
    plan_price_id: row.planPriceId,
    pack_id: row.packId,
    pending_plan_price_id: row.pendingPlanPriceId,
    pending_pack_id: row.pendingPackId,
    provider: row.provider,
    provider_subscription_id: row.providerSubscriptionId,
    provider_customer_id: row.providerCustomerId,
    status: row.status,
    current_period_start: iso(row.currentPeriodStart),
    current_period_end: iso(row.currentPeriodEnd),
    trial_start: iso(row.trialStart),
    trial_end: iso(row.trialEnd),
    canceled_at: iso(row.canceledAt),
    ended_at: iso(row.endedAt),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    plan: viewPlanSummary(row.plan),
    plan_price: viewPriceSummary(row.planPrice),
    product: viewPlanSummary(row.product),
    pack: row.pack && viewPackSummary(row.pack),
    entitlements: grants.map((grant) =>
      summariseEntitlement(
        grant,
        counters.filter((counter) => counter.featureId === grant.feature.id),
      ),
    ),
    ...recurringOf(row, pack),
  };
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
