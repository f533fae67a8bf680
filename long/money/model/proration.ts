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

/** The two lines of a change within the period; another interval charges the new price whole. */
export function changeLines(
  old: number,
  next: number,
  period: Period,
  at: number,
  beginsNewPeriod: boolean,
): ChangeLines {
  return {
    credit: -rest(old, period, at),
    charge: beginsNewPeriod ? BigInt(next) : rest(next, period, at),
  };
}
