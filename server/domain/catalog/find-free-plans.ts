import type { FreePlan, Scope, Tx } from "../../platform/scope.ts";
import { getPacksCached } from "./load-plan-price.ts";

/**
 * The free plans of customers without a subscription, by product, where their active pack grants the feature. Cached; a
 * trigger of the database notifies every process when a product or a pack changes.
 */
export async function findFreePlans(tx: Tx, scope: Scope, featureId: string): Promise<FreePlan[]> {
  return (await freePlansOf(tx, scope)).filter(({ featureIds }) => featureIds.has(featureId));
}

/** Whether customers without a subscription have a free plan, whatever it grants. */
export async function hasFreePlan(tx: Tx, scope: Scope): Promise<boolean> {
  return (await freePlansOf(tx, scope)).length > 0;
}

async function freePlansOf(tx: Tx, scope: Scope): Promise<FreePlan[]> {
  const { tenantId, freePlans } = scope;
  return (await freePlans.get(tenantId, async () => ({ tenantId, value: await load(tx, scope) }))) ?? [];
}

/** Clears the cache of this process. Call it after a commit that changed the catalog, instead of waiting for the notification. */
export function forgetCatalog({ freePlans, pricing, tenantId }: Scope): void {
  freePlans.forget(tenantId);
  pricing.forget(tenantId);
}

async function load(tx: Tx, { tenantId }: Scope): Promise<FreePlan[]> {
  const products = await tx.product.findMany({
    where: { tenantId, archivedAt: null, freePlanId: { not: null } },
    select: {
      id: true,
      freePlan: {
        select: {
          packs: {
            where: { status: "ACTIVE" },
            select: { id: true, entitlements: { select: { featureId: true } } },
          },
        },
      },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return products.flatMap(({ id, freePlan }) =>
    (freePlan?.packs ?? []).map((pack) => ({
      productId: id,
      packId: pack.id,
      featureIds: new Set(pack.entitlements.map(({ featureId }) => featureId)),
    })),
  );
}

/** Which of the published packs grant the feature. */
export async function findPacksGranting(
  tx: Tx,
  scope: Scope,
  packIds: string[],
  featureId: string,
): Promise<Set<string>> {
  const packs = [...(await getPacksCached(tx, scope, packIds)).values()];
  const grants = packs.filter(({ entitlements }) => entitlements.some((of) => of.featureId === featureId));
  return new Set(grants.map(({ id }) => id));
}
