/** The most levels of JSON that we accept: deeper than any real metadata, and shallow enough for recursive functions. */
export const DEEPEST = 32;

/** Whether a JSON value has more nested levels than `levels`. */
export function isDeeper(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}
