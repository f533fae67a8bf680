import type { Scope } from "../../../platform/scope.ts";
import { PLAN_FOR_SALE, PRICE_FOR_SALE } from "../for-sale.ts";
import type { PackWithEntitlements } from "../load-plan-price.ts";

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
      ...PLAN_FOR_SALE,
      packs: { some: { status: "ACTIVE", entitlements: { some: { featureId } } } },
    },
    include: {
      prices: { where: PRICE_FOR_SALE, orderBy: { amount: "asc" } },
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
