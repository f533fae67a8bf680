import { z } from "zod";

/** The most units that one counter holds, and the most that a limit can be. */
export const MAX_UNITS = 1e15;

/** The digits that a JSON number carries exactly: of 16, a double can already miss the last one (IEEE 754, DBL_DIG). */
const MAX_DIGITS = 15;

/** Digits of a number as it is written without zeros at either end. */
function digitsOf(value: number): number {
  const [digits = ""] = value.toExponential().replace(/[-.]/g, "").split("e");
  return digits.length;
}

/** A number of units: up to 6 decimal places and 15 digits in all, so that what arrives is what was sent. */
export const SignedQuantity = z
  .number()
  .min(-MAX_UNITS)
  .max(MAX_UNITS)
  .refine((value) => Number(value.toFixed(6)) === value, "must have at most 6 decimal places")
  .refine(
    (value) => digitsOf(value) <= MAX_DIGITS,
    `must have at most ${MAX_DIGITS} digits in all: a JSON number carries no more exactly`,
  );

/** A decimal number with up to 6 places and 15 digits in all, at least 0. */
export const Quantity = SignedQuantity.min(0);
