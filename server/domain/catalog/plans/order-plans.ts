import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { changeCatalog, saveUpdated } from "../change-catalog.ts";
import { getProductOrThrow, lockProduct } from "../products/get-product.ts";
import type { Plan } from "../schema.ts";
import { viewPlan } from "../views.ts";
import type { OrderedPlans, OrderPlans } from "./order-plans-schema.ts";
import { PLAN } from "./plan-kind.ts";

/** Puts plans of a product in an order, each changed position with its event and audit row. Throws product_not_found or plan_not_found. */
export function orderPlans(
  scope: Scope,
  { product_id: productId, plan_ids: wanted }: z.output<typeof OrderPlans>,
): Promise<z.output<typeof OrderedPlans>> {
  const { tenantId } = scope;
  return changeCatalog(scope, async (tx) => {
    // Two orders at once come one after the other.
    await lockProduct(tx, scope, productId);
    await getProductOrThrow(tx, scope, productId);
    await tx.$queryRaw`
      select 1 from plans where tenant_id = ${tenantId} and product_id = ${productId} order by id for no key update`;
    const plans = await tx.plan.findMany({
      where: { tenantId, productId, archivedAt: null },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    });
    const first = wanted.map((id) => {
      const plan = plans.find((one) => one.id === id);
      if (!plan) throw new ApiError("plan_not_found");
      return plan;
    });
    const data: z.output<typeof Plan>[] = [];
    for (const [position, plan] of [...first, ...plans.filter(({ id }) => !wanted.includes(id))].entries()) {
      const isThere = plan.position === position;
      data.push(isThere ? viewPlan(plan) : await saveUpdated(tx, scope, PLAN, plan, { position }));
    }
    return { data };
  });
}
