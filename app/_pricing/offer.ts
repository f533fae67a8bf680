import { INTERVALS, type Interval, priceAt } from "../../server/platform/schema/interval.ts";
import type { Api } from "../_lib/api.ts";

export type Pricing = Awaited<ReturnType<Api["pricing"]["get"]["query"]>>;
export type Product = Pricing["products"][number];
export type Plan = Product["plans"][number];
export type Price = Plan["prices"][number];
export type Feature = Plan["features"][number];

export type { Interval };

/** The default currency of a language. */
const LIKELY: Record<string, string> = { de: "EUR", fr: "EUR", es: "EUR", ja: "JPY", en: "USD" };

/** All currencies of the prices, in alphabetical order. */
export function currenciesOf({ products }: Pricing): string[] {
  const prices = products.flatMap(({ plans }) => plans.flatMap((plan) => plan.prices));
  return [...new Set(prices.map(({ currency }) => currency))].sort();
}

/** The requested currency, in upper or lower case, when it is offered, else the language's, else the first. */
export function chooseCurrency(offered: string[], wished: Wish, locale: string): string {
  const candidates = [inUpperCase(wished), LIKELY[locale], "USD", offered[0]];
  return candidates.find((one) => one !== undefined && offered.includes(one)) ?? "USD";
}

/** The intervals of the prices in the currency, shortest first. */
export function intervalsOf({ products }: Pricing, currency: string): Interval[] {
  const prices = products.flatMap(({ plans }) => plans.flatMap((plan) => plan.prices));
  return INTERVALS.filter((interval) =>
    prices.some((price) => price.interval === interval && price.currency === currency),
  );
}

/** The requested interval, in upper or lower case, when it is offered, else the month, else the shortest. */
export function chooseInterval(offered: Interval[], wished: Wish): Interval {
  const wish = inUpperCase(wished);
  const isMonthly = offered.includes("MONTH");
  return offered.find((interval) => interval === wish) ?? (isMonthly ? "MONTH" : (offered[0] ?? "MONTH"));
}

/** A value of the page's query; several when the address names it more than once. */
export type Wish = string | string[] | undefined;

function inUpperCase(wish: Wish): string | undefined {
  return typeof wish === "string" ? wish.toUpperCase() : undefined;
}

/** A plan's price for an interval; the cheapest one of several. */
export function priceOf(plan: Plan, currency: string, interval: string): Price | undefined {
  return plan.prices.find((price) => price.currency === currency && price.interval === interval);
}

const MONTHS_IN_A_YEAR = 12;

/** The share of twelve monthly prices that the yearly price saves; 0 when it saves nothing or one of them is not sold. */
export function yearlySaving(plan: Plan, currency: string): number {
  const [month, year] = [priceOf(plan, currency, "MONTH"), priceOf(plan, currency, "YEAR")];
  if (!month || !year || month.amount === 0) return 0;
  return Math.max(0, 1 - year.amount / (month.amount * MONTHS_IN_A_YEAR));
}

/** A driver: a feature whose amount can be bought with the plan, and the price of a step. */
export interface Driver {
  key: string;
  name: string;
  included: number;
  stepSize: number;
  stepAmount: number;
  maxSteps: number | null;
}

/** The drivers that are sold with a price of the plan. */
export function driversOf(plan: Plan, sold: Pick<Price, "currency" | "interval">): Driver[] {
  return plan.features.flatMap(({ key, name, limit, driver_step_size, driver_max_steps, prices }) => {
    const stepAmount = priceAt(prices, sold)?.driver_step_amount;
    if (driver_step_size === null || stepAmount == null) return [];
    const step = { stepSize: driver_step_size, stepAmount, maxSteps: driver_max_steps };
    return [{ key, name, included: limit ?? 0, ...step }];
  });
}

/** Whether people buy the plan by themselves: one with an address to ask at is sold by its seller alone. */
export const isSoldHere = (plan: Pick<Plan, "contact_url">): boolean => plan.contact_url === null;
