/** Nobody's metadata goes so deep, and what walks it later may do so step by step. */
export const DEEPEST = 32;

/** Whether a value of JSON has more levels than so many. */
export function isDeeper(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, levels - 1)) return true;
  return false;
}
