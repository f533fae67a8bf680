import type { z } from "zod";
import type { Subscription as Row } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getPackCached, type PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import {
  type PackParts,
  type PriceParts,
  viewPackSummary,
  viewPlanSummary,
  viewPriceSummary,
} from "../../catalog/summaries.ts";
import { type CustomerParts, viewCustomerSummary } from "../../customers/view-customer.ts";
import { readOpenCounters } from "../counters/counters.ts";
import type { OpenCounter } from "../counters/stored-counters.ts";
import { grantsOf, termsOf } from "../grants/load-grants.ts";
import { type FeatureOverride, loadOverridesOf } from "../grants/load-overrides.ts";
import { summariseEntitlement } from "../grants/summarise.ts";
import { graceDaysFor } from "../terms/find-terms.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";
import { givesAccess } from "../terms/rules.ts";
import type { ComingParts } from "./coming/coming.ts";
import { loadComing } from "./coming/find-coming.ts";
import type { Coming } from "./coming/schema.ts";
import { recurringOf } from "./recurring-amount.ts";
import type { Subscription } from "./schema.ts";

/** The parts of a subscription that are shown. */
export interface SubscriptionParts
  extends ComingParts,
    Pick<
      Row,
      | "id"
      | "tenantId"
      | "planPriceId"
      | "packId"
      | "pendingPackId"
      | "provider"
      | "providerSubscriptionId"
      | "providerCustomerId"
      | "status"
      | "currentPeriodStart"
      | "currentPeriodEnd"
      | "pastDueSince"
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

/** docs/interface.md 2.1: the subscription with its plan, price, product, pack and entitlements as they are now. */
export async function viewSubscription(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
): Promise<z.output<typeof Subscription>> {
  const pack = row.packId === null ? null : await getPackCached(tx, scope, row.packId);
  const overrides = await loadOverridesOf(tx, scope, row.customerId);
  const counters = await readOpenCounters(tx, scope, { customerId: row.customerId });
  const graceDays = await graceDaysFor(tx, scope, [row]);
  return showSubscription(row, {
    ...{ pack, overrides, counters },
    hasAccess: givesAccess(row.status, row.pastDueSince, graceDays, scope.clock.now()),
    coming: await loadComing(tx, scope, row),
  });
}

/** What a subscription is shown with, beside its own row. */
interface With {
  pack: PackWithEntitlements | null;
  /** Those in force, oldest first. */
  overrides: FeatureOverride[];
  counters: OpenCounter[];
  hasAccess: boolean;
  coming: z.output<typeof Coming> | null;
}

/** As viewSubscription, with everything loaded. */
export function showSubscription(
  row: SubscriptionParts,
  { pack, overrides, counters, hasAccess, coming }: With,
): z.output<typeof Subscription> {
  const grants = grantsOf(termsOf({ ...row, customerId: row.customer.id }), pack, overrides);
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer: viewCustomerSummary(row.customer),
    plan_price_id: row.planPriceId,
    pack_id: row.packId,
    pending_plan_price_id:
      coming?.change?.waits_for === "cardholder" ? null : (coming?.change?.price.id ?? null),
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
        counters.filter(
          ({ featureId, sourceId }) =>
            featureId === grant.feature.id && (sourceId === row.id || sourceId === ""),
        ),
      ),
    ),
    has_access: hasAccess,
    ...recurringOf(row, pack),
    coming,
  };
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
