/** An exact number as decimal text, or an error message for the user. */
type NumberRead = { value: string } | { problem: string };

interface Separators {
  decimal: string;
  group: string;
}

// NFKC has turned the narrow and non-breaking spaces of number grouping into plain spaces.
const BLANK = /[\s'\u2019]/;

/** What a number looks like before its marks are understood: digits, separators and blanks. */
export const DIGITS_AND_MARKS = /^[\d.,\s'\u2019]*\d[\d.,\s'\u2019]*$/;

/**
 * Reads a number as people write it: 10000, 10,000, 10 000, 10'000, 1.5, 1,5. Never guesses: where a mark could separate groups as
 * well as decimals, the reader's locale decides, and what it leaves open is an error.
 */
export function readDecimal(typed: string, locale: string): NumberRead {
  const [, minus = "", body = ""] = /^([-\u2212]?)(.*)$/s.exec(typed.normalize("NFKC").trim()) ?? [];
  if (!DIGITS_AND_MARKS.test(body)) return { problem: "Write a number in digits, such as 25." };
  const separators = separatorsOf(locale);
  const number = decimalIn(body, separators);
  if (number === null) {
    const example = `1234${separators.decimal}5`;
    return { problem: `“${typed.trim()}” can be read in more than one way. Write it like ${example}.` };
  }
  return { value: `${minus && "-"}${number.replace(/^0+(?=\d)/, "")}` };
}

/** A decimal number as the reader writes it, grouped: 10,000.5, 10.000,5. readDecimal returns the same number. */
export function writeDecimal(value: string, locale: string): string {
  const [, minus = "", whole = "", decimals] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === "") return value;
  const grouped = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).format(BigInt(whole));
  const parts = decimals === undefined ? [grouped] : [grouped, decimals];
  return minus + parts.join(separatorsOf(locale).decimal);
}

/** A decimal number with a point; null when a mark could separate either groups or decimals. */
export function decimalIn(body: string, { decimal, group }: Separators): string | null {
  // A space or an apostrophe between digits is always a grouping mark.
  const hasBlanks = BLANK.test(body);
  const text = body.replaceAll(new RegExp(BLANK, "g"), " ");
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  if (last === undefined) return grouped(text, " ");
  const isMixed = marks.some((mark) => mark !== last);
  const at = text.lastIndexOf(last);
  const [left, right] = [text.slice(0, at), text.slice(at + 1)];
  if (!/^\d+$/.test(right)) return null;
  if (isMixed || hasBlanks) {
    const other = last === "." ? "," : ".";
    if (hasBlanks && isMixed) return null;
    return joined(grouped(left, hasBlanks ? " " : other), right);
  }
  if (marks.length > 1) return grouped(text, last);
  const couldGroup = /^[1-9]\d{0,2}$/.test(left) && right.length === 3;
  if (!couldGroup) return /^\d*$/.test(left) ? joined(left === "" ? "0" : left, right) : null;
  if (last === decimal) return joined(left, right);
  return last === group ? left + right : null;
}

const joined = (whole: string | null, decimals: string) => (whole === null ? null : `${whole}.${decimals}`);

/** A whole number without its grouping: 1,234,567 or, as in India, 12,34,567. */
function grouped(text: string, mark: string): string | null {
  const parts = text.split(mark);
  const isGrouped = parts.every(
    (part, index) =>
      /^\d+$/.test(part) &&
      (index === 0 ? part.length <= 3 : index === parts.length - 1 ? part.length === 3 : part.length >= 2) &&
      part.length <= 3,
  );
  if (parts.length === 1) return /^\d+$/.test(text) ? text : null;
  return isGrouped ? parts.join("") : null;
}

export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, {
    numberingSystem: "latn",
    useGrouping: "always",
  }).formatToParts(12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: of("decimal") ?? ".", group: of("group") ?? "," };
}
