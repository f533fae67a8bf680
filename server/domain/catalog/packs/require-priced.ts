import { ApiError } from "../../../errors/api-error.ts";
import type { Interval } from "../../../platform/calendar.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../get-plan-price.ts";

interface Sold {
  currency: string;
  interval: Interval;
}

type Entitlement = PackWithEntitlements["entitlements"][number];

/**
 * K5009 where the plan is sold at a currency and an interval for which overage BILL has no price, or for which the steps have none
 * although they have one for another interval of the currency.
 */
export function requirePriced(pack: PackWithEntitlements, sold: Sold): void {
  for (const entitlement of pack.entitlements) {
    const what = unpricedPart(entitlement, sold);
    if (what === null) continue;
    const rule = `the plan is sold in ${sold.currency} per ${sold.interval}, and ${what} no price for that; add one for the interval, or one for every interval (interval null)`;
    throw new ApiError("K5009", { details: { feature_key: entitlement.feature.key, rule } });
  }
}

const PER = { DAY: "a day", WEEK: "a week", MONTH: "a month", YEAR: "a year" };

/** The same of one feature, in the words of a form; null where nothing is missing. */
export function unpricedProblem(entitlement: Entitlement, sold: Sold[]): string | null {
  const missing = sold.find((price) => unpricedPart(entitlement, price) !== null);
  if (!missing) return null;
  return `The plan is sold in ${missing.currency}, paid once ${PER[missing.interval]}. Say what more costs there, too.`;
}

function unpricedPart({ overage, driverStepSize, prices }: Entitlement, sold: Sold): string | null {
  const price = priceAt(prices, sold);
  if (overage === "BILL" && price === null) return "overage BILL has";
  const hasSteps = (price?.driverStepAmount ?? null) !== null;
  const hasOtherSteps = prices.some(
    ({ currency, driverStepAmount }) => currency === sold.currency && driverStepAmount !== null,
  );
  return driverStepSize !== null && !hasSteps && hasOtherSteps ? "its steps have" : null;
}
