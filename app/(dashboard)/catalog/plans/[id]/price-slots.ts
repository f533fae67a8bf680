import { INTERVALS, type Interval, priceAt } from "../../../../../server/platform/schema/interval.ts";
import type { Entitlement } from "./entitlement.ts";

/** A currency and an interval at which a plan is sold. */
export interface Sold {
  currency: string;
  interval: Interval;
}

/** One set of price fields of the form: of a currency, for one interval or (null) for every one. */
export interface PriceSlot {
  currency: string;
  interval: Interval | null;
  /** The end of its fields' names. */
  suffix: string;
}

/** The select that says whether a currency has one price for every interval, or one for each. */
export const pricedBy = (currency: string) => `priced_by_${currency}`;
export const PRICED_BY = ["ALL", "INTERVAL"] as const;

/** The intervals at which the plan is sold in a currency, shortest first. */
export function intervalsIn(sold: Sold[], currency: string): Interval[] {
  return INTERVALS.filter((interval) =>
    sold.some((one) => one.currency === currency && one.interval === interval),
  );
}

/** The slots of a currency: that for every interval, and one for each at which it is sold when there are several. */
export function slotsOf(sold: Sold[], currency: string): PriceSlot[] {
  const intervals = intervalsIn(sold, currency);
  const single = intervals.length > 1 ? intervals : [];
  return [null, ...single].map((interval) => ({
    currency,
    interval,
    suffix: interval === null ? currency : `${currency}_${interval}`,
  }));
}

/** The currencies of the sales, in alphabetical order. */
export function currenciesOf(sold: Sold[]): string[] {
  return [...new Set(sold.map(({ currency }) => currency))].sort();
}

/** What the plan is sold at, and what the entitlement has prices for besides. */
export function soldOrPriced(sold: Sold[], entitlement: Entitlement | null): Sold[] {
  const priced = (entitlement?.prices ?? []).flatMap(({ currency, interval }) =>
    interval === null ? [] : [{ currency, interval }],
  );
  const known = new Set(sold.map(({ currency, interval }) => `${currency} ${interval}`));
  return [...sold, ...priced.filter(({ currency, interval }) => !known.has(`${currency} ${interval}`))];
}

/** Whether each interval has a price of its own. */
export const isPerInterval = (values: Record<string, unknown>, { currency, interval }: PriceSlot) =>
  (values[pricedBy(currency)] === "INTERVAL") === (interval !== null);

/**
 * The price that a slot shows at first: the interval's own, else the one for every interval. A currency that is sold at one
 * interval alone has one slot, which shows the price of that interval.
 */
export function priceIn(
  entitlement: Entitlement | null,
  slot: PriceSlot,
  sold: Sold[],
): Entitlement["prices"][number] | null {
  const [only, ...others] = intervalsIn(sold, slot.currency);
  const interval = slot.interval ?? (others.length === 0 ? (only ?? null) : null);
  return entitlement && priceAt(entitlement.prices, { currency: slot.currency, interval });
}
