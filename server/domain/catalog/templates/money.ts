import { minorDigits, stepOf } from "../../../platform/currency.ts";
import { Decimal } from "../../../platform/decimal.ts";

/**
 * Currencies in which one US dollar is ten and more, as the power of ten that keeps a template's prices sensible: 29 becomes
 * 2,900 yen. It is no exchange rate; whoever applies a template sees the amounts first.
 */
const MAGNITUDES: Readonly<Record<string, number>> = Object.fromEntries([
  ...each("CNY CZK DKK EGP HKD MAD MDL MXN NOK SEK THB TRY TWD UAH UYU ZAR ZMW", 10),
  ...each("AMD DZD HUF INR ISK JPY KES LKR NPR PHP PKR RSD RUB BDT ALL DJF JMD", 100),
  ...each("ARS CLP COP CRC KRW KZT MMK NGN RWF TZS XAF XOF AOA IQD", 1_000),
  ...each("IDR KHR LAK LBP MGA PYG UGX UZS VND GNF", 10_000),
]);

function each(codes: string, magnitude: number): [string, number][] {
  return codes.split(" ").map((code) => [code, magnitude]);
}

/** Turns a template's amount, written for dollars and the like, into minor units of a currency, such as it is charged. */
export type ToMinor = (major: number) => number;

export function minorUnitsIn(currency: string): ToMinor {
  const factor = new Decimal(10).pow(minorDigits(currency)).mul(MAGNITUDES[currency] ?? 1);
  const step = stepOf(currency);
  return (major) => factor.mul(major).div(step).round().mul(step).toNumber();
}
