import { ApiError } from "../../../errors/api-error.ts";
import type { Interval } from "../../../platform/calendar.ts";
import { priceAt } from "../../../platform/schema/interval.ts";
import type { PackWithEntitlements } from "../load-plan-price.ts";

type Entitlement = PackWithEntitlements["entitlements"][number];

interface Sold {
  currency: string;
  interval: Interval;
}

/** What decides whether a pack's entitlements can be sold at a price. */
interface Priced {
  overage: "BLOCK" | "ALLOW" | "BILL";
  hasSteps: boolean;
  prices: { currency: string; interval: string | null; hasStepAmount: boolean }[];
}

/** Throws entitlement_invalid. */
export function requirePriced(pack: PackWithEntitlements, sold: Sold): void {
  for (const entitlement of pack.entitlements) {
    const rule = unpricedRule(pricedOf(entitlement), sold);
    if (rule === null) continue;
    throw new ApiError("entitlement_invalid", { details: { feature_key: entitlement.feature.key, rule } });
  }
}

/** The same rule of one entitlement in words, for entitlement_invalid; null where it has a price for all that it bills. */
export function unpricedRule(priced: Priced, sold: Sold): string | null {
  const what = unpricedPart(priced, sold);
  return what === null
    ? null
    : `the plan is sold in ${sold.currency} per ${sold.interval}, and ${what} no price for that; add one for the interval, or one for every interval (interval null)`;
}

const PER = { DAY: "a day", WEEK: "a week", MONTH: "a month", YEAR: "a year" };

/** The same of one feature, in the words of a form; null where nothing is missing. */
export function unpricedProblem(entitlement: Entitlement, sold: Sold[]): string | null {
  const missing = sold.find((price) => unpricedPart(pricedOf(entitlement), price) !== null);
  if (!missing) return null;
  return `The plan is sold in ${missing.currency}, paid once ${PER[missing.interval]}. Say what more costs there, too.`;
}

function pricedOf({ overage, driverStepSize, prices }: Entitlement): Priced {
  return {
    overage,
    hasSteps: driverStepSize !== null,
    prices: prices.map((price) => ({ ...price, hasStepAmount: price.driverStepAmount !== null })),
  };
}

function unpricedPart({ overage, hasSteps, prices }: Priced, sold: Sold): string | null {
  const price = priceAt(prices, sold);
  if (overage === "BILL" && price === null) return "overage BILL has";
  const hasOtherSteps = prices.some((one) => one.currency === sold.currency && one.hasStepAmount);
  return hasSteps && !price?.hasStepAmount && hasOtherSteps ? "its steps have" : null;
}
