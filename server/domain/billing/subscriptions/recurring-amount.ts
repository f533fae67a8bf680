import type { Interval } from "../../../platform/calendar.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../../catalog/load-plan-price.ts";

interface Sold {
  planPrice: { amount: bigint; currency: string; interval: Interval };
  drivers: { featureId: string; steps: number }[];
}

/**
 * The price of a subscription for each period before usage, taxes and discounts, in minor units: its plan, and the bought steps
 * of each driver at the price of its pack. Every page, mail and response that shows a subscription's price uses this.
 */
export function recurringOf(
  { planPrice: { amount, ...sold }, drivers }: Sold,
  pack: PackWithEntitlements | null,
) {
  const bought = drivers.flatMap(({ featureId, steps }) => {
    const entitlement = pack?.entitlements.find((candidate) => candidate.featureId === featureId);
    const step = (entitlement && priceAt(entitlement.prices, sold)?.driverStepAmount) ?? null;
    if (!entitlement || step === null || steps === 0) return [];
    return [
      {
        feature: entitlement.feature,
        stepSize: entitlement.driverStepSize?.toNumber() ?? 0,
        included: entitlement.limit?.toNumber() ?? 0,
        steps,
        amount: step * BigInt(steps),
      },
    ];
  });
  return {
    recurring_amount: toWireAmount(bought.reduce((sum, one) => sum + one.amount, amount)),
    drivers: bought.map(({ feature, stepSize, included, steps, amount: cost }) => ({
      feature_key: feature.key,
      feature_name: feature.name,
      steps,
      step_size: stepSize,
      units: included + steps * stepSize,
      amount: toWireAmount(cost),
    })),
  };
}
