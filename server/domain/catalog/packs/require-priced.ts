import { ApiError } from "../../../errors/api-error.ts";
import type { Interval } from "../../../platform/calendar.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../get-plan-price.ts";

interface Sold {
  currency: string;
  interval: Interval;
}

/** What decides whether a bundle can be sold at a price. */
interface Priced {
  overage: "BLOCK" | "ALLOW" | "BILL";
  hasSteps: boolean;
  prices: { currency: string; interval: string | null; hasStepAmount: boolean }[];
}

/**
 * K5009 where the plan is sold at a currency and an interval for which overage BILL has no price, or for which the steps have none
 * although they have one for another interval of the currency.
 */
export function requirePriced(pack: PackWithEntitlements, sold: Sold): void {
  for (const entitlement of pack.entitlements) {
    const rule = unpricedRule(
      {
        overage: entitlement.overage,
        hasSteps: entitlement.driverStepSize !== null,
        prices: entitlement.prices.map((price) => ({
          ...price,
          hasStepAmount: price.driverStepAmount !== null,
        })),
      },
      sold,
    );
    if (rule === null) continue;
    throw new ApiError("K5009", { details: { feature_key: entitlement.feature.key, rule } });
  }
}

/** The same rule of one entitlement in words, for K5009; null where it has a price for all that it bills. */
export function unpricedRule({ overage, hasSteps, prices }: Priced, sold: Sold): string | null {
  const price = priceAt(prices, sold);
  const hasOtherSteps = prices.some((one) => one.currency === sold.currency && one.hasStepAmount);
  const what =
    overage === "BILL" && price === null
      ? "overage BILL has"
      : hasSteps && !price?.hasStepAmount && hasOtherSteps
        ? "its steps have"
        : null;
  return what === null
    ? null
    : `the plan is sold in ${sold.currency} per ${sold.interval}, and ${what} no price for that; add one for the interval, or one for every interval (interval null)`;
}
