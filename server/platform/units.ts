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

/**
 * A quantity of a feature for people: "365 days", "5 GB". The number stands alone where the feature has no unit, and where its name
 * says the unit: "API calls: 10,000". Units of time are written in each language; of others the plural is known in English only, and
 * elsewhere they stand as their tenant wrote them.
 */
export function quantityInWords(
  value: number,
  { name, unit }: { name: string; unit: string | null },
  locale = "en-US",
): string {
  const digits = { maximumFractionDigits: 6 };
  const number = new Intl.NumberFormat(locale, digits).format(value);
  if (unit === null || isSaid(name.toLowerCase(), unit)) return number;
  const time = unitFor(1, unit);
  if (TIMES.includes(time))
    return new Intl.NumberFormat(locale, {
      ...digits,
      style: "unit",
      unit: time,
      unitDisplay: "long",
    }).format(value);
  return `${number} ${locale.startsWith("en") ? unitFor(value, unit) : unit}`;
}

/** As Intl names them. */
const TIMES = ["second", "minute", "hour", "day", "week", "month", "year"];

const isSaid = (name: string, unit: string) =>
  [unitFor(1, unit), unitFor(2, unit)].some((word) => name.includes(word.toLowerCase()));

function singular(unit: string): string {
  if (unit.endsWith("ies")) return `${unit.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(unit) ? unit.slice(0, -2) : unit.slice(0, -1);
}

function plural(unit: string): string {
  if (/[^aeiou]y$/.test(unit)) return `${unit.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(unit) ? `${unit}es` : `${unit}s`;
}

/** Whether the units of a feature of this type are counted: METERED in periods, ALLOCATED while they are held. */
export function isCounted(type: unknown): type is "METERED" | "ALLOCATED" {
  return type === "METERED" || type === "ALLOCATED";
}
