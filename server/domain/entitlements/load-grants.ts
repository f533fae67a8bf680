import type { Feature, Override } from "../../platform/database/client/client.ts";
import { getBundle, type PackWithEntitlements } from "../catalog/get-plan-price.ts";
import type { Scope, Tx } from "../scope.ts";
import type { Grant } from "./grant.ts";
import { layOver } from "./lay-over.ts";

/** What a customer has bought, as far as entitlements ask. */
export interface Terms {
  /** null: a customer who is not on file yet and so has no overrides. */
  customerId: string | null;
  packId: string | null;
  currency: string | null;
  drivers: { featureId: string; steps: number }[];
}

/** Every feature that the customer's pack or an override grants, in the catalog's order. */
export async function loadGrants(tx: Tx, scope: Scope, terms: Terms): Promise<Grant[]> {
  const [pack, overrides] = await Promise.all([
    loadPack(tx, scope, terms.packId),
    loadOverrides(tx, scope, terms.customerId),
  ]);
  const features = new Map<string, Feature>();
  for (const { feature } of [...(pack?.entitlements ?? []), ...overrides]) features.set(feature.id, feature);
  return [...features.values()]
    .sort((a, b) => a.position - b.position || a.key.localeCompare(b.key, "en"))
    .map((feature) => grantOf(feature, terms, pack, overrides));
}

/** One feature, granted or not. */
export async function loadGrant(tx: Tx, scope: Scope, terms: Terms, feature: Feature): Promise<Grant> {
  const [pack, overrides] = await Promise.all([
    loadPack(tx, scope, terms.packId),
    loadOverridesOf(tx, scope, terms.customerId, feature.id),
  ]);
  return grantOf(feature, terms, pack, overrides);
}

type OverrideRows = Override[];

function grantOf(
  feature: Feature,
  terms: Terms,
  pack: PackWithEntitlements | null,
  overrides: OverrideRows,
): Grant {
  return layOver({
    feature,
    entitlement: pack?.entitlements.find((entitlement) => entitlement.featureId === feature.id) ?? null,
    overrides: overrides.filter((override) => override.featureId === feature.id),
    driverSteps: terms.drivers.find((driver) => driver.featureId === feature.id)?.steps ?? 0,
    currency: terms.currency,
  });
}

async function loadPack(tx: Tx, scope: Scope, packId: string | null): Promise<PackWithEntitlements | null> {
  return packId === null ? null : getBundle(tx, scope, packId);
}

/** Overrides in force now, oldest first, so that a later one is laid over an earlier. */
const inForce = (scope: Scope, customerId: string) => {
  const now = scope.clock.now();
  return {
    tenantId: scope.tenantId,
    customerId,
    revokedAt: null,
    startsAt: { lte: now },
    OR: [{ endsAt: null }, { endsAt: { gt: now } }],
  };
};

async function loadOverrides(tx: Tx, scope: Scope, customerId: string | null) {
  if (customerId === null) return [];
  return tx.override.findMany({
    where: inForce(scope, customerId),
    include: { feature: true },
    orderBy: { id: "asc" },
  });
}

async function loadOverridesOf(tx: Tx, scope: Scope, customerId: string | null, featureId: string) {
  if (customerId === null) return [];
  return tx.override.findMany({
    where: { ...inForce(scope, customerId), featureId },
    orderBy: { id: "asc" },
  });
}
