import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getProductOrThrow } from "../products/get-product.ts";
import { viewPlan } from "../views.ts";
import type { ListPlans, PlanPage } from "./list-plans-schema.ts";

/** Newest first; of one product when it is named (product_not_found). */
export async function listPlans(
  scope: Scope,
  input: z.output<typeof ListPlans>,
): Promise<z.output<typeof PlanPage>> {
  const product =
    input.product_id === undefined ? null : await getProductOrThrow(scope.db, scope, input.product_id);
  const rows = await scope.db.plan.findMany(
    newestFirst(scope.tenantId, input, { ...(product && { productId: product.id }) }),
  );
  return toPage(rows, input.limit, viewPlan);
}
