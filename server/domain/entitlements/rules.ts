import { Decimal } from "decimal.js";
import { roundMinor } from "../../platform/money.ts";
import type { Counter, Grant, GrantPrice } from "./grant.ts";

// Pure rules of entitlements: values in, values out. Quantities are decimals with up to 6 places.

const ZERO = new Decimal(0);

/** Units past the limit; none when unlimited. */
export function overageUnits(limit: Decimal | null, used: Decimal): Decimal {
  return limit === null ? ZERO : Decimal.max(ZERO, used.minus(limit));
}

/** What so many units past the limit cost before any cap, minor units, rounded once. Started steps count. */
export function overagePrice(price: GrantPrice, step: Decimal, units: Decimal): bigint {
  if (units.lte(0)) return 0n;
  if (price.pricing === "FLAT") return roundMinor(stepsOf(units, step).mul(price.unitAmount ?? ZERO));
  if (price.pricing === "VOLUME") {
    const tier = price.tiers.find(({ upTo }) => upTo === null || units.lte(upTo));
    return tier ? roundMinor(stepsOf(units, step).mul(tier.unitAmount).plus(tier.flatAmount)) : 0n;
  }
  let total = ZERO;
  let from = ZERO;
  for (const tier of price.tiers) {
    if (units.lte(from)) break;
    const within = (tier.upTo === null ? units : Decimal.min(units, tier.upTo)).minus(from);
    total = total.plus(stepsOf(within, step).mul(tier.unitAmount)).plus(tier.flatAmount);
    from = tier.upTo ?? units;
  }
  return roundMinor(total);
}

function stepsOf(units: Decimal, step: Decimal): Decimal {
  return units.div(step).ceil();
}

/** What so many units past the limit bill: their price, at most the cap. 0 unless overage is billed. */
export function billedAmount(grant: Grant, units: Decimal): bigint {
  if (grant.overage !== "BILL" || !grant.price) return 0n;
  const price = overagePrice(grant.price, grant.step, units);
  const cap = grant.price.capAmount;
  return cap !== null && price > cap ? cap : price;
}

/** The most units past the limit whose price does not pass the cap; null = no cap or units cost nothing. */
export function affordableUnits(price: GrantPrice, step: Decimal): Decimal | null {
  const { capAmount } = price;
  if (capAmount === null) return null;
  const isAffordable = (steps: Decimal) => overagePrice(price, step, steps.mul(step)) <= capAmount;
  // Prices never fall with the units, save at a VOLUME tier's edge, where the first step too dear ends it: doubling finds
  // a step count that is too dear, halving the last that is not.
  let affordable = ZERO;
  let tooDear = new Decimal(1);
  const endless = new Decimal(2).pow(60);
  while (isAffordable(tooDear)) {
    affordable = tooDear;
    tooDear = tooDear.mul(2);
    if (tooDear.gt(endless)) return null;
  }
  while (tooDear.minus(affordable).gt(1)) {
    const middle = affordable.plus(tooDear).div(2).floor();
    if (isAffordable(middle)) affordable = middle;
    else tooDear = middle;
  }
  return affordable.mul(step);
}

/** The highest usage still granted; null = unbounded. BLOCK: the limit; else the limit and the overage that is let through. */
export function accessLimit(grant: Grant): Decimal | null {
  if (grant.limit === null) return null;
  if (grant.overage === "BLOCK") return grant.limit;
  const affordable =
    grant.overage === "BILL" && grant.price ? affordableUnits(grant.price, grant.step) : null;
  const bounds = [grant.ceiling, affordable].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : grant.limit.plus(Decimal.min(...bounds));
}

/** Usage that the limit is held against: one dimension's own, or that of all. */
export function usedUnder(
  binding: "CUSTOMER" | "DIMENSION",
  counters: Counter[],
  dimension: string,
): Decimal {
  const bound =
    binding === "CUSTOMER" ? counters : counters.filter((counter) => counter.dimension === dimension);
  return bound.reduce((sum, counter) => sum.plus(counter.used).plus(counter.reserved), ZERO);
}

/** What all of a customer's overage bills this period; each dimension by itself where the limit binds to it. */
export function billedInPeriod(grant: Grant, counters: Counter[]): bigint {
  if (grant.limitBinding === "CUSTOMER") {
    return billedAmount(grant, overageUnits(grant.limit, sumUsed(counters)));
  }
  return counters.reduce(
    (sum, counter) => sum + billedAmount(grant, overageUnits(grant.limit, counter.used)),
    0n,
  );
}

function sumUsed(counters: Counter[]): Decimal {
  return counters.reduce((sum, counter) => sum.plus(counter.used), ZERO);
}

/** Whether usage has come to the cap or the ceiling, so that further units are refused. */
export function hasReachedCap(grant: Grant, used: Decimal): boolean {
  if (grant.overage === "BLOCK") return false;
  const bound = accessLimit(grant);
  return bound !== null && used.gte(bound);
}

/** Whether the feature is switched on: BOOLEAN true, a limit above 0 or none, STATIC with a value. */
export function isSwitchedOn(grant: Grant): boolean {
  if (!grant.isConfigured || !grant.isEnabled) return false;
  if (grant.feature.type === "STATIC") return grant.value !== null;
  if (grant.feature.type === "BOOLEAN") return true;
  return (
    grant.limit === null ||
    grant.limit.gt(0) ||
    (grant.overage !== "BLOCK" && accessLimit(grant)?.gt(0) !== false)
  );
}
