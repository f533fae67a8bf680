import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type { Product } from "../schema.ts";
import { PRODUCT } from "./product-kind.ts";
import type { UpdateProduct } from "./update-product-schema.ts";

/** Throws product_not_found, plan_not_found or catalog_object_archived. */
export function updateProduct(
  scope: Scope,
  input: z.output<typeof UpdateProduct>,
): Promise<z.output<typeof Product>> {
  const { product_id: id, name, description, position, free_plan_id: freePlanId, translations } = input;
  const data = { name, description, position, freePlanId, translations };
  return updateCatalogObject(scope, PRODUCT, id, data, async (tx) => {
    if (freePlanId) await requirePlanOf(tx, scope, id, freePlanId);
  });
}

/** Throws plan_not_found or catalog_object_archived. */
async function requirePlanOf(tx: Tx, { tenantId }: Scope, productId: string, id: string): Promise<void> {
  const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (plan?.productId !== productId) throw new ApiError("plan_not_found");
  if (plan.archivedAt) throw new ApiError("catalog_object_archived", { details: { thing: "plan" } });
}
