import { divided, type Rational, rational, round } from "./rational.ts";

/**
 * What is charged is a multiple of this many minor units, where that is more than 1: https://docs.stripe.com/currencies, "Three-decimal
 * currencies".
 */
const STEP: Record<string, number> = { KWD: 10 };

export const stepOf = (currency: string): number => STEP[currency] ?? 1;

/** To a multiple of a step, half away from zero. */
export function roundTo(step: number, value: Rational): bigint {
  return round(divided(value, rational(step))) * BigInt(step);
}
