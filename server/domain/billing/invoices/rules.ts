import type { Period } from "../terms/period.ts";

// Pure rules of invoices of ours: values in, values out. Amounts are minor units.

/** Something that a subscription pays for each period: the plan itself, or a driver's steps. */
export interface Priced {
  /** "plan", or the driver's feature. */
  item: string;
  description: string;
  /** For a whole period. */
  amount: bigint;
}

/** The charge for an item in a span of time. */
export interface Charge {
  item: string;
  description: string;
  /** The item's price for a whole period. */
  price: bigint;
  amount: bigint;
  start: Date;
  end: Date;
}

/** A line for a future invoice. */
export interface Line {
  description: string;
  amount: bigint;
  isProration: boolean;
  periodStart: Date;
  periodEnd: Date;
}

/** The price of a whole period. */
export function chargePeriod(wanted: Priced[], period: Period): { lines: Line[]; charged: Charge[] } {
  const charged = wanted.map(({ item, description, amount }) => ({
    item,
    description,
    price: amount,
    amount,
    ...period,
  }));
  const lines = charged
    .filter(({ amount }) => amount !== 0n)
    .map(({ description, amount }) => invoiceLine(description, amount, period, false));
  return { lines, charged };
}

/** A line for a span of time. */
export function invoiceLine(
  description: string,
  amount: bigint,
  { start, end }: Period,
  isProration: boolean,
): Line {
  return { description, amount, isProration, periodStart: start, periodEnd: end };
}
