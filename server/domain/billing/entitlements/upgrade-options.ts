import type { Decimal } from "../../../platform/decimal.ts";
import type { Scope } from "../../../platform/scope.ts";
import { listPlansForSale } from "../../catalog/plans/list-plans-for-sale.ts";
import { applyOverrides } from "../grants/apply-overrides.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import type { CustomerTerms } from "../terms/find-terms.ts";
import { decideAccess } from "./decide-access.ts";

const MOST = 5;

interface Refused {
  question: { grant: Grant; counters: Counter[]; dimension: string; quantity: Decimal };
  found: CustomerTerms;
}

/**
 * Plans on sale that would allow the refused quantity: of the subscription's product, interval and currency when there is one,
 * of any product otherwise; cheapest first, one price a plan. Overrides do not count: the plan itself must allow it.
 */
export async function findUpgrades(scope: Scope, { question, found }: Refused) {
  const current = found.subscription;
  const plans = await listPlansForSale(scope, {
    productId: current?.productId,
    featureId: question.grant.feature.id,
  });
  return plans
    .flatMap((plan) => {
      const price = plan.prices.find(
        ({ currency, interval }) =>
          !current || (currency === current.planPrice.currency && interval === current.planPrice.interval),
      );
      const entitlement = plan.pack.entitlements.find(
        ({ featureId }) => featureId === question.grant.feature.id,
      );
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
      const decision = decideAccess({
        ...question,
        grant: applyOverrides(terms),
        hasSubscription: true,
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
