import { Decimal } from "../../../platform/decimal.ts";
import { chargeablePart, roundCharge, smaller } from "../../../platform/money.ts";
import { MAX_AMOUNT } from "../../../platform/schema/money.ts";
import type { Counter, Grant, GrantPrice } from "./grant.ts";

// Pure rules of entitlements: values in, values out. Quantities are decimals with up to 6 places.

const ZERO = new Decimal(0);

/** What usage is counted and billed by: the limit, the overage past it, and its price. */
export type CountedTerms = Pick<
  Grant,
  "limit" | "overage" | "limitBinding" | "capBinding" | "ceiling" | "step" | "price"
>;

/** Units past the limit; none when unlimited. */
export function overageUnits(limit: Decimal | null, used: Decimal): Decimal {
  return limit === null ? ZERO : Decimal.max(ZERO, used.minus(limit));
}

type UnitPrice = Pick<GrantPrice, "currency" | "pricing" | "unitAmount" | "tiers">;

/**
 * The price of so many units past the limit before any cap, in minor units, rounded once, to what its currency is charged in. Started
 * steps count, whatever the pricing: those of a GRADUATED tier from its own start, those of FLAT and VOLUME from the limit.
 */
export function overagePrice(price: UnitPrice, step: Decimal, units: Decimal): bigint {
  return units.lte(0) ? 0n : roundCharge(exactPrice(price, step, units), price.currency);
}

function exactPrice(price: UnitPrice, step: Decimal, units: Decimal): Decimal {
  if (price.pricing === "FLAT") return stepsOf(units, step).mul(price.unitAmount ?? ZERO);
  if (price.pricing === "VOLUME") {
    const tier = price.tiers.find(({ upTo }) => upTo === null || units.lte(upTo));
    return tier ? stepsOf(units, step).mul(tier.unitAmount).plus(tier.flatAmount) : ZERO;
  }
  let total = ZERO;
  let from = ZERO;
  for (const tier of price.tiers) {
    if (units.lte(from)) break;
    const within = (tier.upTo === null ? units : Decimal.min(units, tier.upTo)).minus(from);
    total = total.plus(stepsOf(within, step).mul(tier.unitAmount)).plus(tier.flatAmount);
    from = tier.upTo ?? units;
  }
  return total;
}

function stepsOf(units: Decimal, step: Decimal): Decimal {
  return units.div(step).ceil();
}

/** The most that the dimensions of a feature bill together in a period, in minor units, whatever their caps. */
const MAX_BILLED = BigInt(MAX_AMOUNT);

/**
 * The amount billed for so many units past the limit: their price, at most what can be charged of the cap, which an override sets without
 * a currency. 0 unless overage is BILL.
 */
export function billedAmount(grant: CountedTerms, units: Decimal): bigint {
  if (grant.overage !== "BILL" || !grant.price) return 0n;
  const price = overagePrice(grant.price, grant.step, units);
  const { capAmount, mostAmount, currency } = grant.price;
  return smaller(price, chargeablePart(smaller(capAmount ?? mostAmount, mostAmount), currency));
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

/**
 * The most units past the limit that can be billed at all, cap or none, where the period has billed some already; null = any number.
 */
export function billableUnits({ overage, price, step }: CountedTerms, before = 0n): Decimal | null {
  if (overage !== "BILL" || price === null) return null;
  const most = price.mostAmount > before ? chargeablePart(price.mostAmount - before, price.currency) : 0n;
  // Calculated directly, because every use of a price without a cap needs it.
  if (price.pricing === "FLAT") {
    const amount = price.unitAmount ?? ZERO;
    return amount.isZero() ? null : new Decimal(most.toString()).div(amount).floor().mul(step);
  }
  return affordableUnits({ ...price, capAmount: most }, step);
}

/** Whether use past the limit may ever cost the customer something. */
export function mayBillOverage(grant: Grant): boolean {
  return grant.isEnabled && grant.price?.capAmount !== 0n && billableUnits(grant) !== null;
}

/** Units past the limit, and what they cost in minor units, that a period has had under earlier terms. */
export interface Before {
  units: Decimal;
  amount: bigint;
}

const NOTHING: Before = { units: ZERO, amount: 0n };

/** What ceiling and cap of a dimension are less by: its own overage under earlier terms, or that of all where they share it. */
export function overageBefore({ capBinding }: CountedTerms, counters: Counter[], dimension: string): Before {
  return boundCounters(capBinding, counters, dimension).reduce(
    ({ units, amount }, { overBefore, billedBefore }) => ({
      units: units.plus(overBefore),
      amount: amount + billedBefore,
    }),
    NOTHING,
  );
}

/** Units past the limit that are still allowed by ceiling and cap, less what the period has had before; null = any number. */
function allowance(grant: CountedTerms, before: Before = NOTHING): Decimal | null {
  if (grant.overage === "BLOCK") return ZERO;
  // Units that cannot be billed are not allowed: the customer pays in no currency, or in one without a price.
  if (grant.overage === "BILL" && grant.price === null) return ZERO;
  const affordable =
    grant.overage === "BILL" && grant.price
      ? affordableUnits(withCapLessBy(grant.price, before.amount), grant.step)
      : null;
  const ceiling = grant.ceiling && Decimal.max(ZERO, grant.ceiling.minus(before.units));
  const bounds = [ceiling, affordable].filter((bound) => bound !== null);
  return bounds.length === 0 ? null : Decimal.min(...bounds);
}

/** As allowance, less what the period has had before, and no more than can be billed at all: what is counted past the limit never goes beyond it. */
export function countableOverage(grant: CountedTerms, before: Before = NOTHING): Decimal | null {
  const [allowed, billable] = [allowance(grant, before), billableUnits(grant, before.amount)];
  return allowed && billable ? Decimal.min(allowed, billable) : (allowed ?? billable);
}

/** Whether what a period has had past its limits lessens what is still allowed: there is a ceiling or a cap. */
export function isLessByOverage({ overage, ceiling, price }: CountedTerms): boolean {
  return overage !== "BLOCK" && (ceiling !== null || (overage === "BILL" && price?.capAmount != null));
}

function withCapLessBy(price: GrantPrice, amount: bigint): GrantPrice {
  if (price.capAmount === null || amount === 0n) return price;
  return { ...price, capAmount: price.capAmount > amount ? price.capAmount - amount : 0n };
}

/** The limit with units rolled over from earlier periods, as it is shown: of one dimension, or of all that share it; null = unlimited. */
export function limitWithRollover(
  grant: CountedTerms,
  counters: Counter[],
  dimension: string,
): Decimal | null {
  const bound = boundCounters(grant.limitBinding, counters, dimension);
  return grant.limit && bound.reduce((sum, { rolledOver }) => sum.plus(rolledOver), grant.limit);
}

/**
 * The units that cost nothing more; null = unlimited: the limit with units that rolled over, or what the period used of included
 * units under earlier terms, where a limit has become lower than that. They stay included, and more of them are not.
 */
export function includedUnits(grant: CountedTerms, counters: Counter[], dimension: string): Decimal | null {
  const limit = limitWithRollover(grant, counters, dimension);
  const bound = boundCounters(grant.limitBinding, counters, dimension);
  return (
    limit &&
    Decimal.max(
      limit,
      bound.reduce((sum, { carried }) => sum.plus(carried), ZERO),
    )
  );
}

/**
 * How many more units a dimension may use now; null = any number, below 0 when it has used more than allowed (set
 * by an admin, for example). A BLOCK limit refuses by the limit's binding. Past the limit the cap's binding decides: CUSTOMER, all
 * dimensions share the allowance; DIMENSION, each may use the limit and the allowance together.
 */
export function roomFor(grant: CountedTerms, counters: Counter[], dimension: string): Decimal | null {
  const included = includedUnits(grant, counters, dimension);
  const beyond = allowance(grant, overageBefore(grant, counters, dimension));
  if (included === null || grant.limit === null || beyond === null) return null;
  const used = usedUnderBinding(grant.limitBinding, counters, dimension);
  if (grant.overage === "BLOCK") return included.minus(used);
  if (grant.capBinding === "DIMENSION")
    return included.plus(beyond).minus(usedUnderBinding("DIMENSION", counters, dimension));
  if (grant.limitBinding === "CUSTOMER") return included.plus(beyond).minus(used);
  const limit = grant.limit;
  const overElsewhere = counters
    .filter((counter) => counter.dimension !== dimension)
    .reduce((sum, counter) => sum.plus(overOf(limit, counter, counter.used.plus(counter.reserved))), ZERO);
  return included.plus(Decimal.max(ZERO, beyond.minus(overElsewhere))).minus(used);
}

/** The highest usage still granted, as usage is shown under the limit; null = unbounded. */
export function accessLimit(grant: CountedTerms, counters: Counter[] = [], dimension = ""): Decimal | null {
  const room = roomFor(grant, counters, dimension);
  return room === null ? null : usedUnderBinding(grant.limitBinding, counters, dimension).plus(room);
}

function boundCounters(binding: "CUSTOMER" | "DIMENSION", counters: Counter[], dimension: string) {
  return binding === "CUSTOMER" ? counters : counters.filter((counter) => counter.dimension === dimension);
}

function overOf(limit: Decimal, { rolledOver, carried }: Counter, used: Decimal): Decimal {
  const left = Decimal.max(ZERO, limit.plus(rolledOver).minus(carried));
  return Decimal.max(ZERO, used.minus(left));
}

/** The usage that is compared with the limit, including reserved units: one dimension's own, or that of all. */
export function usedUnderBinding(
  binding: "CUSTOMER" | "DIMENSION",
  counters: Counter[],
  dimension: string,
): Decimal {
  return boundCounters(binding, counters, dimension).reduce(
    (sum, counter) => sum.plus(counter.carried).plus(counter.used).plus(counter.reserved),
    ZERO,
  );
}

/**
 * The amount that counters bill for overage under their terms; reserved units bill nothing, nor does what was billed before under
 * earlier terms. Units past the limit are priced together, except where limit and cap are both per DIMENSION. A cap per DIMENSION
 * applies once to each used one.
 */
export function billedInPeriod(grant: CountedTerms, counters: Counter[]): bigint {
  const { limit, price } = grant;
  if (limit === null || !price) return 0n;
  if (grant.limitBinding === "DIMENSION" && grant.capBinding === "DIMENSION") {
    const amounts = counters.map((counter) =>
      billedAmount(
        { ...grant, price: withCapLessBy(price, counter.billedBefore) },
        overOf(limit, counter, counter.used),
      ),
    );
    return smaller(
      amounts.reduce((sum, amount) => sum + amount, 0n),
      MAX_BILLED,
    );
  }
  const before = counters.reduce((sum, { billedBefore }) => sum + billedBefore, 0n);
  return billedAmount(
    { ...grant, price: withCapLessBy(withCapOfAll(grant, price, counters), before) },
    overageOf(grant, counters),
  );
}

/** Units past the limit that counters have under their terms. */
export function overageOf(grant: CountedTerms, counters: Counter[]): Decimal {
  const { limit } = grant;
  if (limit === null) return ZERO;
  if (grant.limitBinding === "DIMENSION")
    return counters.reduce((sum, counter) => sum.plus(overOf(limit, counter, counter.used)), ZERO);
  const used = counters.reduce((sum, counter) => sum.plus(counter.carried).plus(counter.used), ZERO);
  return overageUnits(includedUnits(grant, counters, ""), used);
}

/** The price with a cap per DIMENSION once for each dimension in use, where the limit is shared. */
function withCapOfAll(
  { capBinding, limitBinding }: CountedTerms,
  price: GrantPrice,
  counters: Counter[],
): GrantPrice {
  if (capBinding === "CUSTOMER" || limitBinding === "DIMENSION" || price.capAmount === null) return price;
  const inUse = counters.filter(({ carried, used }) => carried.plus(used).gt(0)).length;
  return { ...price, capAmount: price.capAmount * BigInt(Math.max(1, inUse)) };
}

/** What overage has billed in the period: under the terms of now, and under earlier ones. */
export function billedSoFar(grant: CountedTerms, counters: Counter[]): bigint {
  return counters.reduce((sum, { billedBefore }) => sum + billedBefore, billedInPeriod(grant, counters));
}

/** Whether usage has come to the cap or the ceiling, so that further units of a dimension are refused. */
export function hasReachedCap(grant: CountedTerms, counters: Counter[], dimension: string): boolean {
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
