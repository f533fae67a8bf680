import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type * as schema from "../schema.ts";
import { viewPlan } from "../views.ts";

/** The tenant's plan of that id. K5002. */
export async function getPlanOrThrow(tx: Tx, scope: Scope, id: string) {
  const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!plan) throw new ApiError("K5002");
  return plan;
}

/** The product's plan of that id. K5002, also for a plan of another product. */
export async function requirePlanOf(tx: Tx, scope: Scope, productId: string, id: string) {
  const plan = await getPlanOrThrow(tx, scope, id);
  if (plan.productId !== productId) throw new ApiError("K5002");
  return plan;
}

/** K5002. */
export async function getPlan(
  scope: Scope,
  input: z.output<typeof schema.PlanId>,
): Promise<z.output<typeof schema.Plan>> {
  return viewPlan(await getPlanOrThrow(scope.db, scope, input.plan_id));
}
