const rules = new Intl.PluralRules("en-US");

/** GB, kB, MiB, %: written the same for every number. */
const UNCHANGING = /^[^a-z]*$|^[kMGTP]i?[Bb]$/;

/** A unit as it stands beside a number, whether its tenant wrote it in the singular or the plural: 1 call, 2 calls, 2 GB. */
export function unitFor(count: number, unit: string): string {
  if (UNCHANGING.test(unit)) return unit;
  const isPlural = /[^aiosu]s$/.test(unit) || /(?:[^i]os|ies)$/.test(unit);
  if (rules.select(count) === "one") return isPlural ? singular(unit) : unit;
  return isPlural ? unit : plural(unit);
}

function singular(unit: string): string {
  if (unit.endsWith("ies")) return `${unit.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(unit) ? unit.slice(0, -2) : unit.slice(0, -1);
}

function plural(unit: string): string {
  if (/[^aeiou]y$/.test(unit)) return `${unit.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`;
}
