import { Decimal } from "./decimal.ts";
import { DEEPEST } from "./nesting.ts";

/** A cheap test for numbers that a double may not hold exactly: many digits, or an exponent. Most bodies have neither. */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;

/** A number in place of which a double would be another one. */
class Altered {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * As JSON.parse, but a number that a double would alter is marked, for findAltered: RFC 8259 §6 leaves precision to the reader, and a
 * double would round 17 digits and more in silence.
 */
export function parseMarked(json: string): unknown {
  return LONG_NUMBER.test(json) ? JSON.parse(json, markAltered) : JSON.parse(json);
}

/** The text of the number is the third argument (TC39 "JSON.parse source text access"), which TypeScript does not know yet. */
function markAltered(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  return Number.isFinite(value) && new Decimal(context.source).eq(value)
    ? value
    : new Altered(context.source);
}

/** The first of them, with where it is. What is nested too deep is refused before its values matter. */
export function findAltered(value: unknown, path: string[] = []): { path: string[]; source: string } | null {
  if (value instanceof Altered) return { path, source: value.source };
  if (typeof value !== "object" || value === null || path.length > DEEPEST) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = findAltered(inner, [...path, key]);
    if (found) return found;
  }
  return null;
}
