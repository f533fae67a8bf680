/** How often something is paid or starts anew, from the shortest to the longest. */
export const INTERVALS = ["DAY", "WEEK", "MONTH", "YEAR"] as const;
export type Interval = (typeof INTERVALS)[number];

/** How often the limit of a METERED feature starts anew; BILLING = with each billing period. */
export const RESET_INTERVALS = [...INTERVALS, "BILLING"] as const;
export type ResetInterval = (typeof RESET_INTERVALS)[number];

/**
 * How long an allowance lasts: as the pack says, but never longer than what is paid at once. A pack that serves a yearly and a
 * weekly price gives 100 a month on the first, and 100 a week on the second.
 */
export function allowanceInterval(resetInterval: ResetInterval, paid: Interval): Interval {
  if (resetInterval === "BILLING") return paid;
  return INTERVALS.indexOf(resetInterval) < INTERVALS.indexOf(paid) ? resetInterval : paid;
}

/**
 * The one of several prices that counts where a plan is sold in a currency at an interval: the interval's own, else the one for
 * every interval (null); null where there is neither.
 */
export function priceAt<P extends { currency: string; interval: string | null }>(
  prices: P[],
  sold: { currency: string | null; interval: string | null },
): P | null {
  const inCurrency = prices.filter(({ currency }) => currency === sold.currency);
  const own = inCurrency.find(({ interval }) => interval !== null && interval === sold.interval);
  return own ?? inCurrency.find(({ interval }) => interval === null) ?? null;
}
