import { minorDigits, movePoint, priceDigits, stepOf, toMajor } from "../../../server/platform/currency.ts";

/** Exact minor units as decimal text, or an error message for the user. */
export type MoneyRead = { minor: string } | { problem: string };

interface Reading {
  currency: string;
  /** The reader's language and region: it decides whether "1,234" is over a thousand or a little more than one. */
  locale: string;
  /** Decimal places that are allowed below the minor unit: prices per unit have some, amounts have none. */
  finest?: number;
}

// NFKC has turned the narrow and non-breaking spaces of number grouping into plain spaces.
const BLANK = /[\s'\u2019]/;
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
  if (!/^[\d.,\s'\u2019]+$/.test(body) || !/\d/.test(body)) {
    const foreign = foreignMark(body);
    const reason = foreign ? `“${foreign}” stands for another currency. ` : "";
    return { problem: `${reason}Write an amount in ${currency}, such as ${example}.` };
  }
  const number = readNumber(body, separators);
  if (number === "unclear")
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

/** Minor units as the user would type them: with the locale's decimal sign and no grouping. readMoney returns the same amount. */
export function writeMoney(minor: number | string, currency: string, locale: string): string {
  return toMajor(minor, currency).replace(".", separatorsOf(locale).decimal);
}

/** A decimal number with a point; "unclear" when a mark could separate either groups or decimals. */
function readNumber(body: string, { decimal, group }: { decimal: string; group: string }): string {
  // A space or an apostrophe between digits is always a grouping mark.
  const hasBlanks = BLANK.test(body);
  const text = body.replaceAll(new RegExp(BLANK, "g"), " ");
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return grouped(text, " ");
  const isMixed = marks.some((mark) => mark !== last);
  const at = text.lastIndexOf(last);
  const [left, right] = [text.slice(0, at), text.slice(at + 1)];
  if (!/^\d+$/.test(right)) return "unclear";
  if (isMixed || hasBlanks) {
    const other = last === "." ? "," : ".";
    if (hasBlanks && isMixed) return "unclear";
    return joined(grouped(left, hasBlanks ? " " : other), right);
  }
  if (marks.length > 1) return grouped(text, last);
  const couldGroup = /^[1-9]\d{0,2}$/.test(left) && right.length === 3;
  if (!couldGroup) return /^\d*$/.test(left) ? joined(left === "" ? "0" : left, right) : "unclear";
  if (last === decimal) return joined(left, right);
  return last === group ? left + right : "unclear";
}

const joined = (whole: string, decimals: string) =>
  whole === "unclear" ? "unclear" : `${whole}.${decimals}`;

/** A whole number without its grouping: 1,234,567 or, as in India, 12,34,567. */
function grouped(text: string, mark: string): string {
  const parts = text.split(mark);
  const isGrouped = parts.every(
    (part, index) =>
      /^\d+$/.test(part) &&
      (index === 0 ? part.length <= 3 : index === parts.length - 1 ? part.length === 3 : part.length >= 2) &&
      part.length <= 3,
  );
  if (parts.length === 1) return /^\d+$/.test(text) ? text : "unclear";
  return isGrouped ? parts.join("") : "unclear";
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

function separatorsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    useGrouping: "always",
  }).formatToParts(12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: of("decimal") ?? ".", group: of("group") ?? "," };
}

/** An example to follow, with the currency's decimals: 1234.50, 1234. */
function plainly(digits: string, currency: string, decimal: string): string {
  const places = priceDigits(currency);
  return places === 0 ? "1234" : `1234${decimal}${digits.slice(4, 4 + places)}`;
}
