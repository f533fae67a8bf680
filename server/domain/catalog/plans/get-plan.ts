import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Plan } from "../schema.ts";
import { viewPlan } from "../views.ts";
import type { PlanId } from "./schema.ts";

/** The tenant's plan of that id. Throws plan_not_found. */
export async function getPlanOrThrow(tx: Tx, scope: Scope, id: string) {
  const plan = await tx.plan.findUnique({ where: { tenantId_id: { tenantId: scope.tenantId, id } } });
  if (!plan) throw new ApiError("plan_not_found");
  return plan;
}

/** The product's plan of that id. Throws plan_not_found. */
export async function requirePlanOf(tx: Tx, scope: Scope, productId: string, id: string) {
  const plan = await getPlanOrThrow(tx, scope, id);
  if (plan.productId !== productId) throw new ApiError("plan_not_found");
  return plan;
}

/** Throws plan_not_found. */
export async function getPlan(scope: Scope, input: z.output<typeof PlanId>): Promise<z.output<typeof Plan>> {
  return viewPlan(await getPlanOrThrow(scope.db, scope, input.plan_id));
}
