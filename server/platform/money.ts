import { moneyText, stepOf } from "./currency.ts";
import { Decimal } from "./decimal.ts";

/** Rounds a decimal number of minor units half away from zero: the one rounding rule of the product. */
export function roundMinor(value: Decimal): bigint {
  return BigInt(value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
}

/**
 * Rounds what is to be charged, a decimal number of minor units, by the same rule to what the currency is charged in: of KWD to tens, of
 * ISK to hundreds (https://docs.stripe.com/currencies, "Three-decimal currencies", "Special cases").
 */
export function roundCharge(value: Decimal, currency: string): bigint {
  const step = stepOf(currency);
  return roundMinor(value.div(step)) * BigInt(step);
}

/** The most of an amount that can be charged in its currency. */
export function chargeablePart(amount: bigint, currency: string): bigint {
  return amount - (amount % BigInt(stepOf(currency)));
}

/** The smaller of two amounts. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** A minor-unit amount as the wire's JSON number. Throws RangeError past 2^53, which no invoice reaches. */
export function toWireAmount(amount: bigint): number {
  const value = Number(amount);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Amount ${amount} does not fit a JSON number.`);
  return value;
}

/** A minor-unit amount for people to read, in English: $1,234.50, ¥1,235. */
export function formatMoney(amount: bigint, currency: string): string {
  return moneyText("en", amount, currency);
}

/** How many things of a currency there are, and what they come to in minor units. */
export interface Sum {
  currency: string;
  count: number;
  amount: bigint;
}
