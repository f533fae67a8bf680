import { ApiError } from "../../errors/api-error.ts";
import type { Prisma } from "../../platform/database/client/client.ts";
import { actsForThemselves, type Scope } from "../../platform/scope.ts";
import { getPlanPriceOrThrow, type PlanPriceWithPlan } from "./load-plan-price.ts";

/** Plans that the price list shows. */
export const PLAN_FOR_SALE = {
  isPublic: true,
  archivedAt: null,
  product: { archivedAt: null },
  packs: { some: { status: "ACTIVE" } },
} as const satisfies Prisma.PlanWhereInput;

/** Prices that the price list shows, of such a plan. */
export const PRICE_FOR_SALE = { archivedAt: null } as const satisfies Prisma.PlanPriceWhereInput;

/**
 * The price that the caller asks for. The tenant's back end and members may sell every price; customers and visitors buy what the price
 * list shows, and keep the price that they have (`had`). Throws plan_price_not_found.
 */
export async function getOfferedPriceOrThrow(
  scope: Scope,
  id: string,
  had: string | null = null,
): Promise<PlanPriceWithPlan> {
  if (actsForThemselves(scope) && id !== had && !(await isForSale(scope, id)))
    throw new ApiError("plan_price_not_found");
  return getPlanPriceOrThrow(scope, id);
}

async function isForSale({ db, tenantId }: Scope, id: string): Promise<boolean> {
  // A plan with an address to ask at is shown, and sold by the tenant alone.
  const where = { tenantId, id, ...PRICE_FOR_SALE, plan: { ...PLAN_FOR_SALE, contactUrl: null } };
  return (await db.planPrice.count({ where })) > 0;
}

/** Whether the price, its plan or its product was taken off sale. */
export function isArchived({ archivedAt, plan }: PlanPriceWithPlan): boolean {
  return [archivedAt, plan.archivedAt, plan.product.archivedAt].some((at) => at !== null);
}

/** Refuses to begin a sale of what was taken off sale. Throws price_not_for_sale. */
export function requireNotArchived(price: PlanPriceWithPlan): void {
  if (isArchived(price)) throw new ApiError("price_not_for_sale");
}
