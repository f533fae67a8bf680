import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type * as schema from "../schema.ts";
import { PRODUCT } from "./product-kind.ts";

/** K5001, K5002 a free plan of another product, K5008 an archived one. */
export function updateProduct(
  scope: Scope,
  input: z.output<typeof schema.UpdateProduct>,
): Promise<z.output<typeof schema.Product>> {
  const { product_id: id, name, description, position, free_plan_id: freePlanId, translations } = input;
  const data = { name, description, position, freePlanId, translations };
  return updateCatalogObject(scope, PRODUCT, id, data, async (tx) => {
    if (freePlanId) await requirePlanOf(tx, scope, id, freePlanId);
  });
}

/** K5002, K5008. */
async function requirePlanOf(tx: Tx, { tenantId }: Scope, productId: string, id: string): Promise<void> {
  const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (plan?.productId !== productId) throw new ApiError("K5002");
  if (plan.archivedAt) throw new ApiError("K5008", { details: { thing: "plan" } });
}
