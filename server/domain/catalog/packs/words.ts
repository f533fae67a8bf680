import { moneyText } from "../../../platform/currency.ts";
import { INTERVALS, type Interval } from "../../../platform/schema/interval.ts";
import { quantityInWords, unitFor } from "../../../platform/units.ts";
import type { EntitlementInput } from "./schema.ts";

// What a plan grants, in English sentences for the people who make plans. Pure.

/** An entitlement with what words need of its feature. */
export type Worded = EntitlementInput & {
  feature_name: string;
  feature_type: string;
  /** What one of it is called, as its tenant wrote it: "seat". */
  unit_label: string | null;
};

/** A currency and an interval at which the plan is sold. */
export interface SoldAt {
  currency: string;
  interval: Interval;
}

type Price = EntitlementInput["prices"][number];

const count = (value: number | string) =>
  new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 }).format(Number(value));
const money = (minor: number | string, { currency }: Price) =>
  moneyText("en-US", minor, currency, { hidesEmptyDecimals: true });
const PAID = { DAY: "daily", WEEK: "weekly", MONTH: "monthly", YEAR: "yearly" } as const;

/** "5 included, then $10 per seat a month". Several prices stand on a line each, which a page may show as one. */
export function entitlementInWords(entitlement: Worded, sold: SoldAt[]): string {
  const { feature_type: type, enabled } = entitlement;
  if (!enabled) return "Not included";
  if (type === "BOOLEAN") return "Included";
  if (type === "STATIC") return valueInWords(entitlement);
  const limit = [limitInWords(entitlement), pastLimitInWords(entitlement, sold)].join("");
  return [
    limit,
    stepsInWords(entitlement, sold),
    entitlement.rollover_max === null ? null : `up to ${count(entitlement.rollover_max)} unused roll over`,
    dimensionsInWords(entitlement),
  ]
    .filter((part) => part !== null)
    .join(limit.includes("\n") ? ";\n" : "; ");
}

const quantity = (value: number, { feature_name: name, unit_label: unit }: Worded) =>
  quantityInWords(value, { name, unit });

function valueInWords(entitlement: Worded): string {
  const { value } = entitlement;
  if (value === null) return "No value";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return quantity(value, entitlement);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function limitInWords(entitlement: Worded): string {
  const { limit, feature_type: type, reset_interval: reset } = entitlement;
  if (limit === null) return "Unlimited";
  return `${quantity(limit, entitlement)} ${type === "METERED" ? resetInWords(reset) : "included"}`;
}

const resetInWords = (reset: Worded["reset_interval"]) =>
  reset === "BILLING" ? "a billing period" : `a ${(reset ?? "MONTH").toLowerCase()}`;

function pastLimitInWords(entitlement: Worded, sold: SoldAt[]): string {
  const { limit, overage, overage_ceiling: ceiling } = entitlement;
  if (limit === null || overage === "BLOCK") return "";
  const atMost = ceiling === null ? "" : `, up to ${count(ceiling)} more`;
  if (overage === "ALLOW") return `, more is free${atMost}`;
  const prices = entitlement.prices.map((price) => overageInWords(price, entitlement, sold));
  if (prices.length === 0) return `, then more at no price yet${atMost}`;
  if (prices.length === 1) return `, then ${prices[0]}${atMost}`;
  return `, then\n${prices.join(",\nor ")}${atMost.replace(" ", "\n")}`;
}

function overageInWords(price: Price, entitlement: Worded, sold: SoldAt[]): string {
  const { feature_type: type, overage_step: step, reset_interval: reset } = entitlement;
  const each = perUnits(Number(step), entitlement);
  const period = periodInWords(price, entitlement, sold);
  const cap = price.overage_cap_amount;
  return [
    `${rateInWords(price, each)}${type === "ALLOCATED" ? ` ${period}` : ""}`,
    price.interval === null ? "" : ` when paid ${PAID[price.interval]}`,
    cap === null ? "" : `, at most ${money(cap, price)} ${type === "METERED" ? resetInWords(reset) : period}`,
  ].join("");
}

function rateInWords(price: Price, each: string): string {
  const { pricing, unit_amount: unit } = price;
  const tiers = price.tiers ?? [];
  if (pricing === "FLAT") return unit === null ? "more at no price yet" : `${money(unit, price)} ${each}`;
  const [only] = tiers;
  if (!only) return "more at no price yet";
  const rate = ({ unit_amount, flat_amount }: (typeof tiers)[number]) => {
    const once = Number(flat_amount ?? 0) === 0 ? "" : ` and ${money(flat_amount ?? 0, price)} once`;
    return `${money(unit_amount, price)} ${each}${once}`;
  };
  if (tiers.length === 1) return rate(only);
  if (pricing === "VOLUME")
    return tiers
      .map((tier) => `${rate(tier)} ${tier.up_to === null ? "for more" : `for up to ${count(tier.up_to)}`}`)
      .join(", ")
      .concat(" (all at one price)");
  return tiers
    .map((tier, index) => {
      if (tier.up_to === null) return `${rate(tier)} after that`;
      const from = Number(tiers[index - 1]?.up_to ?? 0);
      return `${rate(tier)} for the ${index === 0 ? "first" : "next"} ${count(Number(tier.up_to) - from)}`;
    })
    .join(", ");
}

/** "per seat", "per 1,000 calls"; of a feature whose unit has no name "each", "per 1,000". */
function perUnits(size: number, { unit_label: unit }: Worded): string {
  if (unit === null) return size === 1 ? "each" : `per ${count(size)}`;
  return size === 1 ? `per ${unitFor(1, unit)}` : `per ${count(size)} ${unitFor(size, unit)}`;
}

/**
 * How often what is held costs its price: as often as the subscription pays. A price for every interval is that of the intervals at
 * which the plan is sold and which have no price of their own.
 */
function periodInWords(price: Price, { prices }: Worded, sold: SoldAt[]): string {
  if (price.interval !== null) return `a ${price.interval.toLowerCase()}`;
  const inCurrency = ({ currency }: { currency: string }) => currency === price.currency;
  const own = new Set(prices.filter(inCurrency).map(({ interval }) => interval));
  const paid = new Set(sold.filter(inCurrency).map(({ interval }) => interval));
  const left = INTERVALS.filter((interval) => paid.has(interval) && !own.has(interval)).map((interval) =>
    interval.toLowerCase(),
  );
  const [only] = left;
  if (left.length === 1) return `a ${only}`;
  return left.length === 0 ? "a billing period" : `a billing period (${left.join(" or ")})`;
}

function stepsInWords(entitlement: Worded, sold: SoldAt[]): string | null {
  const { driver_step_size: size, driver_max_steps: most, unit_label: unit, prices } = entitlement;
  if (size === null) return null;
  const units = unit === null ? count(size) : `${count(size)} ${unitFor(size, unit)}`;
  const each = size === 1 ? perUnits(size, entitlement) : `for ${units}`;
  const costs = prices.flatMap((price) =>
    price.driver_step_amount === null
      ? []
      : [`${money(price.driver_step_amount, price)} ${each} ${periodInWords(price, entitlement, sold)}`],
  );
  const limit = most === null ? "" : `, at most ${count(most * size)} more`;
  return `customers can buy more${costs.length === 0 ? "" : ` for ${costs.join(" or ")}`}${limit}`;
}

function dimensionsInWords(entitlement: Worded): string | null {
  const { limit_binding, cap_binding, max_dimensions: most, overage } = entitlement;
  const parts = [
    limit_binding === "DIMENSION" ? "the limit is for each dimension" : null,
    cap_binding === "DIMENSION" && overage !== "BLOCK" ? "ceiling and cap are for each dimension" : null,
    most === null ? null : `at most ${count(most)} dimensions`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

interface UnitPrice {
  /** The price of a step, in minor units; may be less than one. */
  minor: string;
  currency: string;
  /** How many units the price is for; a started step counts whole. */
  step: number;
  /** What the plan includes: as much again is a use that is easily pictured; null = unlimited or unknown. */
  included: number | null;
}

const THOUSAND = 1000;

/** What a price past the limit means: "$0.25 each; 1,000 cost $250; 10,000 cost $2,500". */
export function unitPriceInWords({ minor, currency, step, included }: UnitPrice): string {
  const inMoney = (amount: string) => moneyText("en-US", amount, currency, { hidesEmptyDecimals: true });
  const cost = (units: number) =>
    inMoney(Number((Number(minor) * Math.ceil(units / step)).toPrecision(12)).toFixed(12));
  const costs = [...new Set([1, THOUSAND, included ?? 0])]
    .filter((units) => units > 0 && units !== step)
    .toSorted((a, b) => a - b)
    .map((units) => `${count(units)} ${units === 1 ? "costs" : "cost"} ${cost(units)}`);
  return [`${inMoney(minor)} ${step === 1 ? "each" : `per ${count(step)}`}`, ...costs].join("; ");
}
