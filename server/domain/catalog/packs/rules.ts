import { Decimal } from "../../../platform/decimal.ts";
import type { EntitlementInput } from "./schema.ts";

// Pure rules of the catalog.

/** The rule that a list of entitlements breaks where a feature is in it twice. */
export const GRANTED_ONCE = "each feature is granted once";

interface FeatureKind {
  type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
  valueType: "string" | "number" | "boolean" | "json" | null;
}

/** The parts of an entitlement that each feature type may have. */
const ALLOWED: Record<FeatureKind["type"], { counts: boolean; value: boolean; resets: boolean }> = {
  BOOLEAN: { counts: false, value: false, resets: false },
  METERED: { counts: true, value: false, resets: true },
  ALLOCATED: { counts: true, value: false, resets: false },
  STATIC: { counts: false, value: true, resets: false },
};

/** The first rule that an entitlement breaks, in the API's words; null when it breaks none. */
export function brokenRule(feature: FeatureKind, entitlement: EntitlementInput): string | null {
  return firstBroken(feature, entitlement)?.rule ?? null;
}

/** The same in the words of a form, as what to do about it. */
export function problemOf(feature: FeatureKind, entitlement: EntitlementInput): string | null {
  const broken = firstBroken(feature, entitlement);
  return broken && (broken.remedy ?? `This cannot be published: ${broken.rule}.`);
}

function firstBroken(
  feature: FeatureKind,
  entitlement: EntitlementInput,
): { rule: string; remedy: string | undefined } | null {
  const may = ALLOWED[feature.type];
  const { overage, prices } = entitlement;
  const counting =
    entitlement.limit !== null ||
    overage !== "BLOCK" ||
    hasDimensions(entitlement) ||
    entitlement.driver_step_size !== null;
  const rules: [isBroken: boolean, rule: string, remedy?: string][] = [
    [!may.counts && counting, `a ${feature.type} feature has no limit, overage, dimensions or driver`],
    [!may.counts && prices.length > 0, `a ${feature.type} feature has no price`],
    [!may.value && entitlement.value !== null, `a ${feature.type} feature has no value`],
    [
      may.value && !fitsValueType(entitlement.value, feature.valueType),
      `the value must be a ${feature.valueType ?? "string"}`,
      "Write the value.",
    ],
    [!may.resets && entitlement.rollover_max !== null, `a ${feature.type} feature does not roll over`],
    [!may.resets && entitlement.reset_interval !== null, `a ${feature.type} feature has no reset_interval`],
    [
      entitlement.rollover_max !== null && entitlement.limit === null,
      "without a limit there is nothing to roll over",
      "Say how many units are included: without a limit there is nothing to roll over.",
    ],
    [
      overage !== "BLOCK" && entitlement.limit === null,
      "overage needs a limit to go past",
      "Say how many units are included: without a limit nothing goes past it.",
    ],
    [overage === "BLOCK" && entitlement.overage_ceiling !== null, "a ceiling needs overage ALLOW or BILL"],
    [
      overage !== "BILL" && prices.some((price) => price.overage_cap_amount !== null),
      "a cap needs overage BILL",
    ],
    [
      overage === "BILL" && prices.length === 0,
      "overage BILL needs a price in at least one currency",
      "Say what use past the limit costs.",
    ],
    [
      overage === "BILL" && !prices.every(isOveragePriced),
      "each price of overage BILL has a unit_amount or tiers",
      "Say what use past the limit costs in each currency that the feature has a price in.",
    ],
    [
      overage !== "BILL" && prices.some((price) => price.unit_amount !== null || price.tiers !== null),
      "unit_amount and tiers need overage BILL",
    ],
    [prices.some((price) => price.pricing === "FLAT" && price.tiers !== null), "FLAT pricing has no tiers"],
    [
      prices.some((price) => price.pricing !== "FLAT" && price.unit_amount !== null),
      "unit_amount is for FLAT pricing alone",
    ],
    [
      overage === "BILL" && prices.some((price) => price.pricing !== "FLAT" && !areTiersSound(price.tiers)),
      "tiers must ascend from above 0 and the last must have up_to null",
      "Each tier has to reach further than the one before, and the last one has no end.",
    ],
    [
      new Set(prices.map(({ currency, interval }) => `${currency} ${interval}`)).size < prices.length,
      "each currency has at most one price for every interval, and one for each single interval",
    ],
    [entitlement.driver_step_size === 0, "driver_step_size must be above 0"],
    [
      entitlement.driver_step_size === null && hasDriverParts(entitlement),
      "driver fields need driver_step_size",
    ],
    [
      entitlement.driver_step_size !== null && entitlement.limit === null,
      "a driver needs a limit to add to",
      "Say how many units are included: customers buy more on top of that.",
    ],
    [
      entitlement.driver_step_size !== null && !prices.some((price) => price.driver_step_amount !== null),
      "a driver needs driver_step_amount in at least one currency",
      "Say what it costs to buy more, or leave the size of a pack empty.",
    ],
  ];
  const [, rule, remedy] = rules.find(([isBroken]) => isBroken) ?? [];
  return rule === undefined ? null : { rule, remedy };
}

function isOveragePriced(price: EntitlementInput["prices"][number]): boolean {
  return price.pricing === "FLAT" ? price.unit_amount !== null : price.tiers !== null;
}

function hasDimensions({ limit_binding, cap_binding, max_dimensions }: EntitlementInput): boolean {
  return limit_binding !== "CUSTOMER" || cap_binding !== "CUSTOMER" || max_dimensions !== null;
}

function hasDriverParts(entitlement: EntitlementInput): boolean {
  return (
    entitlement.driver_max_steps !== null ||
    entitlement.prices.some((price) => price.driver_step_amount !== null)
  );
}

function fitsValueType(value: EntitlementInput["value"], type: FeatureKind["valueType"]): boolean {
  if (value === null) return false;
  return type === "json" || typeof value === (type ?? "string");
}

/** Whether tiers ascend strictly from above 0 and only the last has no end. */
export function areTiersSound(tiers: { up_to: string | null }[] | null): boolean {
  if (!tiers || tiers.length === 0) return false;
  const bounds = tiers.map(({ up_to }) => new Decimal(up_to ?? Number.POSITIVE_INFINITY));
  return tiers.at(-1)?.up_to === null && bounds.every((bound, index) => bound.gt(bounds[index - 1] ?? 0));
}

interface OfFeature {
  feature_key: string;
}

/** The differences between two packs' entitlements, feature by feature, field by field. */
export function compareEntitlements<T extends OfFeature>(before: T[], after: T[]) {
  const old = new Map(before.map((entitlement) => [entitlement.feature_key, entitlement]));
  const fresh = new Map(after.map((entitlement) => [entitlement.feature_key, entitlement]));
  const changed = after.flatMap((entitlement) => {
    const previous = old.get(entitlement.feature_key);
    const changes = previous ? fieldChanges(previous, entitlement) : [];
    return changes.length > 0 ? [{ feature_key: entitlement.feature_key, changes }] : [];
  });
  return {
    added: [...fresh.keys()].filter((key) => !old.has(key)),
    removed: [...old.keys()].filter((key) => !fresh.has(key)),
    changed,
  };
}

/** The features that a pack grants just as another one does. */
export function grantedAlike<T extends OfFeature & { enabled: boolean }>(
  entitlements: T[],
  other: T[],
): string[] {
  const { added, changed } = compareEntitlements(other, entitlements);
  const news = new Set([...added, ...changed.map(({ feature_key }) => feature_key)]);
  return entitlements.flatMap(({ feature_key: key, enabled }) => (enabled && !news.has(key) ? [key] : []));
}

/** The fields of `after` that differ from those of `before`. */
export function fieldChanges(
  before: object,
  after: object,
): { field: string; before: unknown; after: unknown }[] {
  const earlier = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .map(([field, value]: [string, unknown]) => ({ field, before: earlier.get(field), after: value }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const LABELS = { DAY: "Daily", WEEK: "Weekly", MONTH: "Monthly", YEAR: "Yearly" };

/** The label of a price without one of its own. */
export function defaultLabel(interval: keyof typeof LABELS): { name: string; slug: string } {
  return { name: LABELS[interval], slug: LABELS[interval].toLowerCase() };
}
