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

/** What an item was charged for a stretch of time. */
export interface Charge {
  item: string;
  description: string;
  /** What the item costs for a whole period. */
  price: bigint;
  amount: bigint;
  start: Date;
  end: Date;
}

/** A line that is yet to stand on an invoice. */
export interface Line {
  description: string;
  amount: bigint;
  isProration: boolean;
  periodStart: Date;
  periodEnd: Date;
}

/** What a whole period costs. */
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

/** A line for a stretch of time. */
export function invoiceLine(
  description: string,
  amount: bigint,
  { start, end }: Period,
  isProration: boolean,
): Line {
  return { description, amount, isProration, periodStart: start, periodEnd: end };
}
