import { minorDigits, movePoint, priceDigits, stepOf, toMajor } from "../../../server/platform/currency.ts";
import { DIGITS_AND_MARKS, decimalIn, separatorsOf, writeDecimal } from "./read-decimal.ts";

/** Exact minor units as decimal text, or an error message for the user. */
export type MoneyRead = { minor: string } | { problem: string };

interface Reading {
  currency: string;
  /** The reader's language and region: it decides whether "1,234" is over a thousand or a little more than one. */
  locale: string;
  /** Decimal places that are allowed below the minor unit: prices per unit have some, amounts have none. */
  finest?: number;
}

const MAX_DIGITS = 15;

/**
 * Reads an amount in major units as people write it: 49, 49.00, 49,00, 1,234.50, 1 234,50, 1'234.50, $49, 49 EUR. Never
 * rounds and never guesses: too many decimals, another currency's sign or an ambiguous number is an error.
 */
export function readMoney(typed: string, { currency, locale, finest = 0 }: Reading): MoneyRead {
  const bare = withoutCurrency(typed.normalize("NFKC").trim(), currency, locale);
  const [, minus = "", body = ""] = /^([-\u2212]?)(.*)$/s.exec(bare) ?? [];
  const separators = separatorsOf(locale);
  const example = plainly(`1234${"5".padEnd(priceDigits(currency), "0")}`, currency, separators.decimal);
  if (!DIGITS_AND_MARKS.test(body)) {
    const foreign = foreignMark(body);
    const reason = foreign ? `“${foreign}” stands for another currency. ` : "";
    return { problem: `${reason}Write an amount in ${currency}, such as ${example}.` };
  }
  const number = decimalIn(body, separators);
  if (number === null)
    return { problem: `“${typed.trim()}” can be read in more than one way. Write it like ${example}.` };
  const [whole = "", decimals = ""] = number.split(".");
  const allowed = finest === 0 ? chargedDigits(currency) : priceDigits(currency) + finest;
  // Nought at the end says nothing: 1.230 KWD is 1.23, as the currency's own people write it.
  const isChargeable = decimals.length <= priceDigits(currency) && /^0*$/.test(decimals.slice(allowed));
  if (decimals.length > allowed && !isChargeable) {
    if (allowed === 0) return { problem: `Amounts in ${currency} have no decimals. Write a whole number.` };
    return { problem: `Amounts in ${currency} have at most ${allowed} decimal places.` };
  }
  if (whole.length > MAX_DIGITS) return { problem: "The amount is too large." };
  const minor = movePoint(number, minorDigits(currency));
  return { minor: minus && minor !== "0" ? `-${minor}` : minor };
}

/** How many decimal places an amount has that can be charged: 2 of KWD, whose last of three is 0, and none of ISK. */
function chargedDigits(currency: string): number {
  return minorDigits(currency) - Math.log10(stepOf(currency));
}

/** Minor units as the user would type them, grouped and with the locale's decimal sign. readMoney returns the same amount. */
export function writeMoney(minor: number | string, currency: string, locale: string): string {
  return writeDecimal(toMajor(minor, currency), locale);
}

/** Removes the currency's sign or code from either end; another currency's stays and makes the number invalid. */
function withoutCurrency(text: string, currency: string, locale: string): string {
  const signs = [currency, ...signsOf(currency, locale)].sort((a, b) => b.length - a.length);
  for (const sign of signs) {
    const [upper, wanted] = [text.toUpperCase(), sign.toUpperCase()];
    if (upper.startsWith(wanted)) return text.slice(sign.length).trim();
    if (upper.startsWith(`-${wanted}`)) return `-${text.slice(sign.length + 1).trim()}`;
    if (upper.endsWith(wanted)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

/** The sign or code of a currency before or behind the digits: €, C$, EUR. */
function foreignMark(body: string): string | null {
  const mark = /^([^\d\s.,]+)\s*\d[\d.,\s'\u2019]*$|^[\d.,\s'\u2019]*\d\s*([^\d\s.,]+)$/u.exec(body);
  const text = (mark?.[1] ?? mark?.[2] ?? "").toUpperCase();
  return /\p{Sc}/u.test(text) || Intl.supportedValuesOf("currency").includes(text) ? text : null;
}

/** $, US$, kr., zł …: as the reader's language and English write the currency, in Canada with the dollar's country. */
function signsOf(currency: string, locale: string): string[] {
  if (!isCurrency(currency)) return [];
  return [locale, "en", "en-CA"].flatMap((language) =>
    (["symbol", "narrowSymbol"] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === "currency")
        .map(({ value }) => value.normalize("NFKC").trim()),
    ),
  );
}

/** Whether this has the form of a currency code: `Intl` throws for anything else. */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code);

/** An example to follow, with the currency's decimals: 1234.50, 1234. */
function plainly(digits: string, currency: string, decimal: string): string {
  const places = priceDigits(currency);
  return places === 0 ? "1234" : `1234${decimal}${digits.slice(4, 4 + places)}`;
}
