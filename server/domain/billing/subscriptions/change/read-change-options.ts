import type { z } from "zod";
import { toWireAmount } from "../../../../platform/money.ts";
import { priceAt } from "../../../../platform/schema/interval.ts";
import type { Scope } from "../../../../platform/scope.ts";
import {
  getActivePacks,
  getPackCached,
  getPricesOfProduct,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import { viewPlanSummary, viewPriceSummary } from "../../../catalog/summaries.ts";
import { getSubscriptionOrThrow, type LoadedSubscription } from "../../terms/load-subscription.ts";
import type { SubscriptionId } from "../end/schema.ts";
import { maxSteps } from "../start/choose-drivers.ts";
import { pendingPlan } from "./pending-change.ts";
import type { ChangeOptions } from "./read-change-options-schema.ts";
import { refusalOfChange, stepsKept } from "./rules.ts";

type Options = z.output<typeof ChangeOptions>;
type Steps = { featureId: string; steps: number }[];
type SoldFor = Pick<PlanPriceWithPlan, "currency" | "interval">;

/**
 * The prices that a subscription can change to, with what each sells by the step, and the present price where only its steps can be other
 * ones. By the rules of preparePlanChange, which refuses everything else; the price itself is the preview's. Throws subscription_not_found.
 */
export async function readChangeOptions(
  scope: Scope,
  { id }: z.output<typeof SubscriptionId>,
): Promise<Options> {
  const subscription = await getSubscriptionOrThrow(scope.db, scope, id);
  const { planId, packId, planPriceId, planPrice, productId } = subscription;
  const { currency } = planPrice;
  const fit = (await getPricesOfProduct(scope.db, scope, { productId, currency })).filter(
    (price) => refusalOfChange(subscription, price) === null,
  );
  const active = await getActivePacks(scope.db, scope, [planId, ...fit.map((price) => price.planId)]);
  const pinned = packId === null ? null : await getPackCached(scope.db, scope, packId);
  const present = pinned ?? active.get(planId);
  const packOf = (price: { planId: string }) =>
    price.planId === planId ? present : active.get(price.planId);
  const sold = (pack: PackWithEntitlements, price: SoldFor) =>
    soldSteps({ bought: subscription.drivers, boughtOf: pinned ?? pack, pack, price });
  const coming = comingSteps(subscription);
  return {
    drivers: (present ? sold(present, planPrice) : []).map(({ featureId, ...driver }) => ({
      ...driver,
      pending_steps: coming && (coming.find((one) => one.featureId === featureId)?.steps ?? 0),
    })),
    prices: fit.flatMap((price) => {
      const pack = packOf(price);
      const drivers = pack ? sold(pack, price).map(({ featureId: _, ...driver }) => driver) : [];
      const isPresent = price.id === planPriceId;
      if (!pack || (isPresent && drivers.length === 0)) return [];
      return [
        {
          plan_price: viewPriceSummary(price),
          plan: viewPlanSummary(price.plan),
          is_present: isPresent,
          drivers,
        },
      ];
    }),
  };
}

/** The steps from the next period where a change waits that keeps the plan; null without one. */
function comingSteps(subscription: LoadedSubscription): Steps | null {
  const plan = pendingPlan(subscription);
  return plan?.planId === subscription.planId ? plan.drivers : null;
}

interface Sale {
  bought: Steps;
  /** The pack of which they were bought. */
  boughtOf: PackWithEntitlements;
  pack: PackWithEntitlements;
  price: SoldFor;
}

/** What a pack sells by the step at a price, with as many as hold what is bought already. */
function soldSteps({ bought, boughtOf, pack, price }: Sale) {
  return pack.entitlements.flatMap((entitlement) => {
    const { featureId, feature, driverStepSize: size, limit } = entitlement;
    const amount = priceAt(entitlement.prices, price)?.driverStepAmount ?? null;
    if (size === null || amount === null) return [];
    const most = maxSteps(entitlement);
    const had = boughtOf.entitlements.find((one) => one.featureId === featureId)?.driverStepSize ?? size;
    const now = bought.find((one) => one.featureId === featureId)?.steps ?? 0;
    return [
      {
        featureId,
        feature_key: feature.key,
        feature_name: feature.name,
        feature_unit_label: feature.unitLabel,
        included: limit?.toNumber() ?? 0,
        step_size: size.toNumber(),
        step_amount: toWireAmount(amount),
        max_steps: entitlement.driverMaxSteps === null ? null : most,
        steps: Math.min(stepsKept(now, had, size), most),
      },
    ];
  });
}
