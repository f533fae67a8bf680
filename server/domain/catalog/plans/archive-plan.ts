import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { changeCatalog, saveArchived } from "../change-catalog.ts";
import { getProductOrThrow, lockProduct } from "../products/get-product.ts";
import type { Plan } from "../schema.ts";
import { getPlanOrThrow } from "./get-plan.ts";
import { lockPlan } from "./lock-plan.ts";
import { PLAN } from "./plan-kind.ts";
import type { PlanId } from "./schema.ts";

/** Takes a plan off sale. Throws plan_not_found, catalog_object_in_use or plan_is_free_plan. Idempotent. */
export function archivePlan(scope: Scope, input: z.output<typeof PlanId>): Promise<z.output<typeof Plan>> {
  return changeCatalog(scope, async (tx) => {
    const { id, productId } = await getPlanOrThrow(tx, scope, input.plan_id);
    // The product first, because choosing its free plan locks it first, too.
    await lockProduct(tx, scope, productId);
    await lockPlan(tx, scope, id, { locksSubscriptions: true });
    const before = await getPlanOrThrow(tx, scope, id);
    if (!before.archivedAt) await requireUnused(tx, scope, before);
    return saveArchived(tx, scope, PLAN, before);
  });
}

/** Throws catalog_object_in_use or plan_is_free_plan. */
async function requireUnused(
  tx: Tx,
  scope: Scope,
  { id, productId }: { id: string; productId: string },
): Promise<void> {
  const product = await getProductOrThrow(tx, scope, productId);
  if (product.freePlanId === id)
    throw new ApiError("plan_is_free_plan", { details: { product_id: productId } });
  const isToIt = { OR: [{ planId: id }, { pendingPlanPrice: { planId: id } }] };
  const live = await tx.subscription.count({
    where: { tenantId: scope.tenantId, status: { not: "CANCELED" }, ...isToIt },
    take: 1,
  });
  if (live > 0) throw new ApiError("catalog_object_in_use", { details: { thing: "plan" } });
}
