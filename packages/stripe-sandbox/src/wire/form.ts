import qs from "qs";

const DEEPEST = 8;
const MAX_ARRAY_LENGTH = 200;
const MAX_PARAMETERS = 2000;

/** Stripe's form encoding with bracket nesting, as a tree of strings. */
export function decodeForm(text: string): Record<string, unknown> {
  const options = {
    depth: DEEPEST,
    arrayLimit: MAX_ARRAY_LENGTH,
    parameterLimit: MAX_PARAMETERS,
    plainObjects: true,
    allowEmptyArrays: true,
  };
  return { ...qs.parse(text, options) };
}

/** The same value whatever the order in which the fields came; for telling two requests apart. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}
