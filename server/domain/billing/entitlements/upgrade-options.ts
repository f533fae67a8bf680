import type { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { listPlansForSale } from "../../catalog/plans/list-plans-for-sale.ts";
import { applyOverrides } from "../grants/apply-overrides.ts";
import type { Counter } from "../grants/grant.ts";
import type { GrantingSubscription } from "../terms/load-subscription.ts";
import { decideAccess } from "./decide-access.ts";

const MOST = 5;

interface Refused {
  /** The counters under the terms of now, of the source whose overage counts. */
  question: { counters: Counter[]; dimension: string; quantity: Decimal };
  feature: { id: string };
  /** null: a customer without a subscription that grants the feature. */
  current: GrantingSubscription | null;
}

/**
 * Plans on sale that would allow the refused quantity: of the subscription's product, interval and currency when there is one,
 * of any product otherwise; cheapest first, one price a plan. Overrides do not count: the plan itself must allow it.
 */
export async function findUpgrades(scope: Scope, { question, feature, current }: Refused) {
  const plans = await listPlansForSale(scope, {
    productId: current?.productId,
    featureId: feature.id,
  });
  return plans
    .flatMap((plan) => {
      const price = plan.prices.find(
        ({ currency, interval }) =>
          !current || (currency === current.planPrice.currency && interval === current.planPrice.interval),
      );
      const entitlement = plan.pack.entitlements.find(({ featureId }) => featureId === feature.id);
      if (!price || !entitlement || plan.id === current?.planId) return [];
      const terms = {
        feature: entitlement.feature,
        entitlement,
        overrides: [],
        driverSteps: 0,
        currency: price.currency,
        interval: price.interval,
        // A change of plan keeps provider and trial.
        provider: current?.provider ?? null,
        isTrial: current?.status === "TRIALING",
      };
      const grant = applyOverrides(terms);
      const { counters, dimension, quantity } = question;
      const decision = decideAccess({
        grant,
        parts: [{ grant, counters, bearsOverage: true }],
        dimension,
        quantity,
        subscription: "LIVE",
        hasAccess: true,
      });
      return decision.reason === null ? [{ plan, price }] : [];
    })
    .sort((a, b) => Number(a.price.amount - b.price.amount))
    .slice(0, MOST)
    .map(({ plan, price }) => ({
      plan_id: plan.id,
      plan_slug: plan.slug,
      plan_name: plan.name,
      plan_price_id: price.id,
    }));
}
