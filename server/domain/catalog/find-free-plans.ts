import type { Scope, Tx } from "../scope.ts";

/** The free plans that customers without a subscription fall to, by product, where their active pack grants the feature. */
export async function findFreePlans(
  tx: Tx,
  scope: Scope,
  featureId: string,
): Promise<{ productId: string; packId: string }[]> {
  const { tenantId } = scope;
  const products = await tx.product.findMany({
    where: { tenantId, archivedAt: null, freePlanId: { not: null } },
    select: {
      id: true,
      freePlan: {
        select: {
          packs: { where: { status: "ACTIVE", entitlements: { some: { featureId } } }, select: { id: true } },
        },
      },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return products.flatMap(({ id, freePlan }) =>
    (freePlan?.packs ?? []).map((pack) => ({ productId: id, packId: pack.id })),
  );
}

/** Which of the packs grant the feature. */
export async function findPacksGranting(
  tx: Tx,
  scope: Scope,
  packIds: string[],
  featureId: string,
): Promise<Set<string>> {
  const rows = await tx.packEntitlement.findMany({
    where: { tenantId: scope.tenantId, packId: { in: packIds }, featureId },
    select: { packId: true },
  });
  return new Set(rows.map(({ packId }) => packId));
}
