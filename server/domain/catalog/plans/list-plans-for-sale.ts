import type { Scope } from "../../../platform/scope.ts";
import type { PackWithEntitlements } from "../get-plan-price.ts";

interface Wanted {
  productId: string | undefined;
  /** Only plans whose pack grants this feature. */
  featureId: string;
}

/** Public plans on sale with their prices and published pack. */
export async function listPlansForSale(scope: Scope, { productId, featureId }: Wanted) {
  const plans = await scope.db.plan.findMany({
    where: {
      tenantId: scope.tenantId,
      ...(productId !== undefined && { productId }),
      isPublic: true,
      archivedAt: null,
      product: { archivedAt: null },
      packs: { some: { status: "ACTIVE", entitlements: { some: { featureId } } } },
    },
    include: {
      prices: { where: { archivedAt: null }, orderBy: { amount: "asc" } },
      packs: {
        where: { status: "ACTIVE" },
        include: { entitlements: { include: { feature: true, prices: true } } },
      },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return plans.flatMap(({ packs, ...plan }) => {
    const pack: PackWithEntitlements | undefined = packs[0];
    return pack ? [{ ...plan, pack }] : [];
  });
}
