import { Decimal } from "../../../platform/decimal.ts";
import { roundMinor } from "../../../platform/money.ts";
import { MAX_AMOUNT } from "../../../platform/schema/money.ts";
import type { Counter, Grant, GrantPrice } from "./grant.ts";

// Pure rules of entitlements: values in, values out. Quantities are decimals with up to 6 places.

const ZERO = new Decimal(0);

/** Units past the limit; none when unlimited. */
export function overageUnits(limit: Decimal | null, used: Decimal): Decimal {
  return limit === null ? ZERO : Decimal.max(ZERO, used.minus(limit));
}

type UnitPrice = Pick<GrantPrice, "pricing" | "unitAmount" | "tiers">;

/** The price of so many units past the limit before any cap, in minor units, rounded once. Started steps count. */
export function overagePrice(price: UnitPrice, step: Decimal, units: Decimal): bigint {
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

/** The most that the dimensions of a feature bill together in a period, in minor units, whatever their caps. */
const MAX_BILLED = BigInt(MAX_AMOUNT);

const atMost = (amount: bigint, most: bigint) => (amount > most ? most : amount);

/** The amount billed for so many units past the limit: their price, at most the cap. 0 unless overage is BILL. */
export function billedAmount(grant: Grant, units: Decimal): bigint {
  if (grant.overage !== "BILL" || !grant.price) return 0n;
  const price = overagePrice(grant.price, grant.step, units);
  const { capAmount, mostAmount } = grant.price;
  return atMost(price, atMost(capAmount ?? mostAmount, mostAmount));
}

/**
 * The most units past the limit for which no smaller number costs more than the cap; null = no cap or units cost nothing. Within a
 * tier prices never fall. At the edge of a VOLUME tier they may, so each tier is checked separately, and the first step that costs
 * too much ends the search.
 */
export function affordableUnits(price: GrantPrice, step: Decimal): Decimal | null {
  const { capAmount } = price;
  if (capAmount === null) return null;
  const isAffordable = (units: Decimal) => overagePrice(price, step, units) <= capAmount;
  let from = ZERO;
  for (const { upTo } of price.pricing === "FLAT" ? [{ upTo: null }] : price.tiers) {
    // Steps of a GRADUATED tier are counted from its own start, those of a VOLUME price from the limit.
    const start = price.pricing === "GRADUATED" ? from : ZERO;
    const unitsOf = (steps: Decimal) => {
      const units = start.plus(steps.mul(step));
      return upTo === null ? units : Decimal.min(units, upTo);
    };
    const first = from.minus(start).div(step).floor();
    const most = maxSteps(first, upTo && stepsOf(upTo.minus(start), step), (n) => isAffordable(unitsOf(n)));
    if (most === null) return null;
    const reached = Decimal.max(from, unitsOf(most));
    if (upTo === null || reached.lt(upTo)) return reached;
    from = upTo;
  }
  return null;
}

/** The highest affordable number of steps, at least `first`; the price never falls as steps rise. null = no limit. */
function maxSteps(
  first: Decimal,
  last: Decimal | null,
  isAffordable: (steps: Decimal) => boolean,
): Decimal | null {
  if (last !== null && isAffordable(last)) return last;
  let affordable = first;
  let tooExpensive = last ?? first.plus(1);
  if (last === null) {
    const endless = new Decimal(2).pow(60);
    for (; isAffordable(tooExpensive); tooExpensive = tooExpensive.mul(2)) {
      affordable = tooExpensive;
      if (tooExpensive.gt(endless)) return null;
    }
  }
  while (tooExpensive.minus(affordable).gt(1)) {
    const middle = affordable.plus(tooExpensive).div(2).floor();
    if (isAffordable(middle)) affordable = middle;
    else tooExpensive = middle;
  }
  return affordable;
}

/** The most units past the limit that can be billed at all, cap or none; null = any number. */
export function billableUnits({ overage, price, step }: Grant): Decimal | null {
  if (overage !== "BILL" || price === null) return null;
  // Calculated directly, because every use of a price without a cap needs it.
  if (price.pricing === "FLAT") {
    const amount = price.unitAmount ?? ZERO;
    return amount.isZero() ? null : new Decimal(price.mostAmount.toString()).div(amount).floor().mul(step);
  }
  return affordableUnits({ ...price, capAmount: price.mostAmount }, step);
}

/** Whether use past the limit may ever cost the customer something. */
export function mayBillOverage(grant: Grant): boolean {
  return grant.isEnabled && grant.price?.capAmount !== 0n && billableUnits(grant) !== null;
}

/** Units past the limit that are allowed by ceiling and cap; null = any number. */
function allowance(grant: Grant): Decimal | null {
  if (grant.overage === "BLOCK") return ZERO;
  // Units that cannot be billed are not allowed: the customer pays in no currency, or in one without a price.
  if (grant.overage === "BILL" && grant.price === null) return ZERO;
  const affordable =
    grant.overage === "BILL" && grant.price ? affordableUnits(grant.price, grant.step) : null;
  const bounds = [grant.ceiling, affordable].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Decimal.min(...bounds);
}

/** As allowance, and no more than can be billed at all: what is counted past the limit never goes beyond it. */
export function countableOverage(grant: Grant): Decimal | null {
  const [allowed, billable] = [allowance(grant), billableUnits(grant)];
  return allowed && billable ? Decimal.min(allowed, billable) : (allowed ?? billable);
}

/** The limit with units rolled over from earlier periods: of one dimension, or of all that share it; null = unlimited. */
export function includedUnits(grant: Grant, counters: Counter[], dimension: string): Decimal | null {
  if (grant.limit === null) return null;
  return boundCounters(grant.limitBinding, counters, dimension).reduce(
    (sum, { rolledOver }) => sum.plus(rolledOver),
    grant.limit,
  );
}

/**
 * How many more units a dimension may use now; null = any number, below 0 when it has used more than allowed (set
 * by an admin, for example). A BLOCK limit refuses by the limit's binding. Past the limit the cap's binding decides: CUSTOMER, all
 * dimensions share the allowance; DIMENSION, each may use the limit and the allowance together.
 */
export function roomFor(grant: Grant, counters: Counter[], dimension: string): Decimal | null {
  const included = includedUnits(grant, counters, dimension);
  const beyond = allowance(grant);
  if (included === null || grant.limit === null || beyond === null) return null;
  const used = usedUnder(grant.limitBinding, counters, dimension);
  if (grant.overage === "BLOCK") return included.minus(used);
  if (grant.capBinding === "DIMENSION")
    return included.plus(beyond).minus(usedUnder("DIMENSION", counters, dimension));
  if (grant.limitBinding === "CUSTOMER") return included.plus(beyond).minus(used);
  const limit = grant.limit;
  const overElsewhere = counters
    .filter((counter) => counter.dimension !== dimension)
    .reduce((sum, counter) => sum.plus(overOf(limit, counter, counter.used.plus(counter.reserved))), ZERO);
  return included.plus(Decimal.max(ZERO, beyond.minus(overElsewhere))).minus(used);
}

/** The highest usage still granted, as usage is shown under the limit; null = unbounded. */
export function accessLimit(grant: Grant, counters: Counter[] = [], dimension = ""): Decimal | null {
  const room = roomFor(grant, counters, dimension);
  return room === null ? null : usedUnder(grant.limitBinding, counters, dimension).plus(room);
}

function boundCounters(binding: "CUSTOMER" | "DIMENSION", counters: Counter[], dimension: string) {
  return binding === "CUSTOMER" ? counters : counters.filter((counter) => counter.dimension === dimension);
}

function overOf(limit: Decimal, { rolledOver }: Counter, used: Decimal): Decimal {
  return Decimal.max(ZERO, used.minus(limit).minus(rolledOver));
}

/** The usage that is compared with the limit, including reserved units: one dimension's own, or that of all. */
export function usedUnder(
  binding: "CUSTOMER" | "DIMENSION",
  counters: Counter[],
  dimension: string,
): Decimal {
  return boundCounters(binding, counters, dimension).reduce(
    (sum, counter) => sum.plus(counter.used).plus(counter.reserved),
    ZERO,
  );
}

/**
 * The amount billed for all of a customer's overage this period; reserved units bill nothing. Units past the limit are priced
 * together, except where limit and cap are both per DIMENSION. A cap per DIMENSION applies once to each used one.
 */
export function billedInPeriod(grant: Grant, counters: Counter[]): bigint {
  const { limit } = grant;
  if (limit === null) return 0n;
  if (grant.limitBinding === "DIMENSION") {
    const overs = counters.map((counter) => overOf(limit, counter, counter.used));
    if (grant.capBinding === "DIMENSION")
      return atMost(
        overs.reduce((sum, over) => sum + billedAmount(grant, over), 0n),
        MAX_BILLED,
      );
    return billedAmount(
      grant,
      overs.reduce((sum, over) => sum.plus(over), ZERO),
    );
  }
  const used = counters.reduce((sum, counter) => sum.plus(counter.used), ZERO);
  const over = overageUnits(includedUnits(grant, counters, ""), used);
  const cap = grant.price?.capAmount ?? null;
  if (grant.capBinding === "CUSTOMER" || cap === null || !grant.price) return billedAmount(grant, over);
  const inUse = counters.filter((counter) => counter.used.gt(0)).length;
  const price = { ...grant.price, capAmount: cap * BigInt(Math.max(1, inUse)) };
  return billedAmount({ ...grant, price }, over);
}

/** Whether usage has come to the cap or the ceiling, so that further units of a dimension are refused. */
export function hasReachedCap(grant: Grant, counters: Counter[], dimension: string): boolean {
  if (grant.overage === "BLOCK") return false;
  return roomFor(grant, counters, dimension)?.lte(0) ?? false;
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
