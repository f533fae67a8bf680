import { Decimal } from "../../../platform/decimal.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { FeatureTerms, OverrideTerms } from "../grants/apply-overrides.ts";
import type { Grant } from "../grants/grant.ts";
import { loadGrantUnder } from "../grants/load-grants.ts";
import type { CustomerTerms, Source } from "./find-terms.ts";

/** What one source grants of a feature. */
export interface Part {
  source: Source;
  grant: Grant;
}

/** What a customer is granted of a feature by all of its sources together. */
export interface FeatureGrant {
  /** Each source's own part, in the order of the sources; held units (ALLOCATED) are one part, under the source of the overage part. */
  parts: Part[];
  /** The same with each source's own part of held units, too. */
  shares: Part[];
  /** The part that overrides change, and whose overage counts past all included units. */
  overagePart: Part;
  /** All parts as one: limits add up, the rest is the overage part's. */
  combined: Grant;
}

const ZERO = new Decimal(0);

/**
 * Adds up what a customer's sources grant: BOOLEAN is on if one says so, STATIC is the greatest number, else the overage part's value,
 * units add up and are unlimited if those of one are. The overage part is the oldest subscription whose terms allow overage, else the
 * oldest that grants the feature, else the first free plan. Overrides are laid over the overage part: a set limit, or none,
 * replaces the limits of all, and a feature that they switch off is off everywhere.
 */
export async function combineGrants(
  tx: Tx,
  scope: Scope,
  found: CustomerTerms,
  feature: FeatureTerms,
  overrides: OverrideTerms[],
): Promise<FeatureGrant> {
  const [first, ...others] = found.sources;
  if (!first) throw new Error("A customer's terms have at least one source.");
  if (others.length === 0) {
    const only = { source: first, grant: await loadGrantUnder(tx, scope, first.terms, feature, overrides) };
    return { parts: [only], shares: [only], overagePart: only, combined: only.grant };
  }
  const plain: Part[] = [];
  for (const source of found.sources)
    plain.push({ source, grant: await loadGrantUnder(tx, scope, source.terms, feature, []) });
  const isOn = ({ grant }: Part) => grant.isEnabled;
  // There are at least two.
  const withoutOverrides =
    plain.find((part) => isOn(part) && allowsOverage(part)) ?? plain.find(isOn) ?? (plain[0] as Part);
  const overagePart = {
    source: withoutOverrides.source,
    grant: await loadGrantUnder(tx, scope, withoutOverrides.source.terms, feature, overrides),
  };
  const replaces = overrides.some(({ limitSet, unlimited }) => limitSet !== null || unlimited === true);
  const switchedOff = overrides.findLast(({ enabled }) => enabled !== null)?.enabled === false;
  const parts = plain.map((part) => {
    if (part === withoutOverrides) return overagePart;
    const isEnabled = part.grant.isEnabled && !switchedOff;
    const limit = replaces || !isEnabled ? ZERO : part.grant.limit;
    return { ...part, grant: { ...part.grant, limit, isEnabled } };
  });
  const combined = addUp(parts, overagePart);
  const counted = feature.type === "ALLOCATED" ? [{ source: overagePart.source, grant: combined }] : parts;
  return { parts: counted, shares: parts, overagePart, combined };
}

function allowsOverage({ source, grant }: Part): boolean {
  // A free plan is known by its product.
  if (source.id === source.productId || grant.overage === "BLOCK") return false;
  return grant.overage === "ALLOW" || grant.price !== null;
}

function addUp(parts: Part[], overagePart: Part): Grant {
  const grants = parts.map(({ grant }) => grant);
  return {
    ...overagePart.grant,
    isConfigured: grants.some(({ isConfigured }) => isConfigured),
    isEnabled: grants.some(({ isEnabled }) => isEnabled),
    limit: sumOrNull(grants.map(({ limit }) => limit)),
    value: greatest(overagePart.grant.value, grants),
    maxDimensions: maxOrNull(grants.map(({ maxDimensions }) => maxDimensions)),
  };
}

/** null is unlimited. */
function sumOrNull(limits: (Decimal | null)[]): Decimal | null {
  return limits.reduce((sum, limit) => (sum === null || limit === null ? null : sum.plus(limit)), ZERO);
}

function maxOrNull(values: (number | null)[]): number | null {
  return values.reduce((most, value) => (most === null || value === null ? null : Math.max(most, value)), 0);
}

/** The greatest number that a source gives; the overage part's value where one of them is none. */
function greatest(own: unknown, grants: Grant[]): unknown {
  const values = grants.flatMap(({ value, isEnabled }) => (isEnabled && value !== null ? [value] : []));
  const numbers = values.filter((value) => typeof value === "number");
  return numbers.length > 0 && numbers.length === values.length ? Math.max(...numbers) : own;
}
