import { z } from "zod";

/**
 * Marks the fields that hold money in minor units. Forms read the mark and take major units ("49.00") in such a field; a copy
 * of a marked schema (`.min()`, `.meta()`, `.nullable()` …) keeps it.
 */
const marked = z.registry<{ /** Decimal places that are allowed below the minor unit. */ finest: number }>();

/**
 * The largest amount that one price, step or cap may be, and that overage of one feature bills in a period, minor units. Sums
 * of thousands of them stay exact as JSON numbers (2^53 is 9 × 10^15).
 */
export const MAX_AMOUNT = 1e12;

/** An amount of money in minor units. */
export const Amount = z
  .number()
  .int()
  .meta({ description: "In the currency's minor unit (cents; yen as is)." })
  .register(marked, { finest: 0 });

const FINEST = 12;

/** A price per unit in minor units, as decimal text: parts of a minor unit are allowed. */
export const UnitAmount = z
  .string()
  .max(30)
  .regex(/^\d{1,12}(?:\.\d{1,12})?$/, "must be a decimal number at least 0, such as 0.25")
  .meta({ description: "In the currency's minor unit; a decimal, parts of the unit are allowed." })
  .register(marked, { finest: FINEST });

/** What the form of a money field needs of its schema. */
export interface MoneyRules {
  /** Decimal places that are allowed below the minor unit. */
  finest: number;
  /** Minor units. */
  least: number | null;
  /** Minor units. */
  most: number | null;
}

/** The rules of a schema of money; null for any other. */
export function moneyRulesOf(schema: z.ZodType): MoneyRules | null {
  const inner = innermost(schema);
  const mark = marked.get(inner);
  if (!mark) return null;
  const isNumber = inner instanceof z.ZodNumber;
  return { ...mark, least: isNumber ? inner.minValue : 0, most: isNumber ? inner.maxValue : null };
}

/** A schema without what makes it optional, nullable or filled in. */
export function innermost(schema: z.ZodType): z.ZodType {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap();
  return inner as z.ZodType;
}
