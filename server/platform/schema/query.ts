import { z } from "zod";
import { readNumber } from "./plain-number.ts";

// Values that arrive as text: in a query, a path, a form or the environment. JavaScript's own conversions are too lenient:
// Number("") is 0, and Number("0x10") is 16.

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * A number that comes as text, held against `number`. Plain decimal digits are taken and nothing else: no blank, sign of plus,
 * exponent or other base. Values that are numbers already pass: our own pages send them.
 */
export function numberText(number: z.ZodType<number>) {
  return z.preprocess((given) => (typeof given === "string" ? (readNumber(given) ?? given) : given), number);
}

/** As numberText, with a number for when it is left out. */
export function numberTextOr(fallback: number, number: z.ZodType<number>) {
  // The document says the default of the text; of what is converted, zod leaves it out.
  return numberText(number)
    .default(fallback)
    .meta({ override: { default: fallback } });
}

/** A boolean that comes as text: `true` or `false`. */
export function booleanText() {
  return z.preprocess(
    (given) => (typeof given === "string" && Object.hasOwn(BOOLEANS, given) ? BOOLEANS[given] : given),
    z.boolean("must be true or false"),
  );
}

/** A number with a message for what is no number; a bound that it is past has its own. */
export const plainNumber = () =>
  z.number({
    error: ({ code, expected }) =>
      code === "invalid_type" && expected === "number"
        ? "must be a number in decimal digits, such as 25"
        : undefined,
  });
