import type { Interval } from "../../../platform/calendar.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import type { Provider } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getPackCached, type PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { applyOverrides, type FeatureTerms, type OverrideTerms } from "./apply-overrides.ts";
import type { Grant } from "./grant.ts";
import { type FeatureOverride, loadOverridesOf } from "./load-overrides.ts";

/** The parts of a customer's purchase that decide entitlements. */
export interface Terms {
  /** null: a customer who was not created yet and so has no overrides. */
  customerId: string | null;
  packId: string | null;
  currency: string | null;
  interval: Interval | null;
  drivers: { featureId: string; steps: number }[];
  /** Who collects what the subscription bills; null without a subscription. */
  provider: Provider | null;
  /** Nothing is billed for use in a trial. */
  isTrial: boolean;
}

/** What a subscription sells now. */
export function termsOf(subscription: {
  customerId: string;
  provider: NonNullable<Terms["provider"]>;
  status: string;
  packId: string | null;
  planPrice: { currency: string; interval: Interval };
  drivers: Terms["drivers"];
}): Terms {
  const { customerId, provider, status, packId, planPrice, drivers } = subscription;
  const { currency, interval } = planPrice;
  return { customerId, packId, currency, interval, drivers, provider, isTrial: status === "TRIALING" };
}

/** Every feature that the customer's pack or an override grants, in the catalog's order. */
export async function loadGrants(tx: Tx, scope: Scope, terms: Terms): Promise<Grant[]> {
  const pack = await loadPack(tx, scope, terms.packId);
  const overrides = await loadOverridesOf(tx, scope, terms.customerId);
  return grantsOf(terms, pack, overrides);
}

/** As loadGrants, with everything loaded; overrides are those in force, oldest first. */
export function grantsOf(
  terms: Terms,
  pack: PackWithEntitlements | null,
  overrides: FeatureOverride[],
): Grant[] {
  const features = featuresOf<FeatureTerms>([...(pack?.entitlements ?? []), ...overrides]);
  return features.map((feature) => grantOf(feature, terms, pack, overrides));
}

/** Each feature once, in the catalog's order. */
export function featuresOf<F extends FeatureTerms>(parts: { feature: F }[]): F[] {
  const features = new Map(parts.map(({ feature }) => [feature.id, feature]));
  return [...features.values()].sort((a, b) => a.position - b.position || a.key.localeCompare(b.key, "en"));
}

/** One feature, granted or not. */
export async function loadGrant(tx: Tx, scope: Scope, terms: Terms, feature: Feature): Promise<Grant> {
  const overrides = await loadOverridesOf(tx, scope, terms.customerId, feature.id);
  return loadGrantUnder(tx, scope, terms, feature, overrides);
}

/** As loadGrant, with the overrides in force loaded, oldest first. */
export async function loadGrantUnder(
  tx: Tx,
  scope: Scope,
  terms: Terms,
  feature: FeatureTerms,
  overrides: OverrideTerms[],
): Promise<Grant> {
  return grantOf(feature, terms, await loadPack(tx, scope, terms.packId), overrides);
}

/** What a feature is granted under a pack and the overrides of one customer. Grants are never changed: many callers share one. */
export function grantOf(
  feature: FeatureTerms,
  terms: Terms,
  pack: PackWithEntitlements | null,
  overrides: OverrideTerms[],
): Grant {
  const { currency, interval, provider, isTrial } = terms;
  const entitlement = pack?.entitlements.find(({ featureId }) => featureId === feature.id) ?? null;
  const own = overrides.filter(({ featureId }) => featureId === feature.id);
  const driverSteps = terms.drivers.find(({ featureId }) => featureId === feature.id)?.steps ?? 0;
  const sold = { currency, interval, provider, isTrial };
  const make = () => applyOverrides({ feature, entitlement, overrides: own, driverSteps, ...sold });
  if (entitlement === null || own.length > 0 || driverSteps > 0) return make();
  const shared = sharedOf(entitlement, feature);
  const key = `${currency} ${interval} ${provider} ${isTrial}`;
  const grant = shared.get(key) ?? make();
  shared.set(key, grant);
  return grant;
}

type Entitlement = PackWithEntitlements["entitlements"][number];

/** Grants without overrides or steps, for as long as the pack's entitlement and the feature stay in their caches. */
const plainGrants = new WeakMap<Entitlement, WeakMap<FeatureTerms, Map<string, Grant>>>();

function sharedOf(entitlement: Entitlement, feature: FeatureTerms): Map<string, Grant> {
  const byFeature = plainGrants.get(entitlement) ?? new WeakMap<FeatureTerms, Map<string, Grant>>();
  plainGrants.set(entitlement, byFeature);
  const shared = byFeature.get(feature) ?? new Map<string, Grant>();
  byFeature.set(feature, shared);
  return shared;
}

async function loadPack(tx: Tx, scope: Scope, packId: string | null): Promise<PackWithEntitlements | null> {
  return packId === null ? null : getPackCached(tx, scope, packId);
}
