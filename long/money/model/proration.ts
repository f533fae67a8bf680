import type { Period } from "./calendar.ts";
import { divided, rational, round, times } from "./rational.ts";

/** An amount for what is left of a period, to the second, rounded by itself. */
function rest(amount: number, period: Period, at: number): bigint {
  const seconds = (ms: number) => rational(Math.floor(ms / 1000));
  const left = seconds(period.to - at);
  return round(divided(times(rational(amount), left), seconds(period.to - period.from)));
}

export interface ChangeLines {
  credit: bigint;
  charge: bigint;
}

/**
 * The lines of a change within the period, each rounded by itself: one for the plan and one for each feature's steps. A change that
 * begins a new period charges the new amounts whole.
 */
export function changeLines(
  old: number[],
  next: number[],
  period: Period,
  at: number,
  beginsNewPeriod: boolean,
): ChangeLines {
  const sum = (lines: bigint[]) => lines.reduce((total, line) => total + line, 0n);
  const restOf = (amounts: number[]) => sum(amounts.map((amount) => rest(amount, period, at)));
  return { credit: -restOf(old), charge: beginsNewPeriod ? sum(next.map(BigInt)) : restOf(next) };
}
