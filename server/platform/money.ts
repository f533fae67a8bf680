import { moneyText } from "./currency.ts";
import { Decimal } from "./decimal.ts";

/** Rounds a decimal number of minor units half away from zero: the one rounding rule of the product. */
export function roundMinor(value: Decimal): bigint {
  return BigInt(value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed(0));
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
