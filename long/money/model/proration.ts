import type { Period } from "./calendar.ts";
import { divided, rational, times } from "./rational.ts";
import { roundTo } from "./step.ts";

/** What a subscription pays for each period: the plan, or the steps of a feature. Items with one key cost the same thing. */
export interface Item {
  key: string;
  price: number;
}

/** What was charged for an item, from one moment to the period's end. */
export interface Debit extends Item, Period {
  amount: bigint;
}

export interface Change {
  credit: bigint;
  charge: bigint;
  /** What is charged for the items after the change. */
  debits: Debit[];
}

/**
 * A change within the period, to the second: what was charged for the rest of it is given back and the rest of the new prices taken,
 * item by item, each rounded by itself, to a multiple of `step`. Items that stay cost nothing. A change that begins a new period charges the new items whole.
 */
export function changeItems(
  charged: Debit[],
  items: Item[],
  { at, period, next, step = 1 }: { at: number; period: Period; next: Period | null; step?: number },
): Change {
  const stay = next ? [] : charged.filter(({ key }) => items.some((one) => one.key === key));
  const gone = charged.filter((debit) => !stay.includes(debit));
  const fresh = items.filter(({ key }) => !stay.some((debit) => debit.key === key));
  const credits = gone.map((debit) => rest(debit.amount, debit, at, step));
  const debits = fresh.map((item) => ({
    ...item,
    amount: next ? BigInt(item.price) : rest(BigInt(item.price), period, at, step),
    ...(next ?? { from: at, to: period.to }),
  }));
  const amounts = debits.map(({ amount }) => amount);
  return { credit: -sum(credits), charge: sum(amounts), debits: [...stay, ...debits] };
}

/** The items of a whole period. */
export function wholePeriod(items: Item[], period: Period): Debit[] {
  return items.map((item) => ({ ...item, ...period, amount: BigInt(item.price) }));
}

/** An amount for what is left of its time. */
function rest(amount: bigint, { from, to }: Period, at: number, step: number): bigint {
  const seconds = (ms: number) => rational(Math.floor(ms / 1000));
  return roundTo(step, divided(times(rational(amount), seconds(to - at)), seconds(to - from)));
}

export function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
