import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getPlanPriceOrThrow } from "../load-plan-price.ts";
import type * as schema from "../schema.ts";
import { viewPlanPrice } from "../views.ts";

/** Throws plan_price_not_found. */
export async function getPlanPrice(
  scope: Scope,
  input: z.output<typeof schema.PlanPriceId>,
): Promise<z.output<typeof schema.PlanPrice>> {
  return viewPlanPrice(await getPlanPriceOrThrow(scope, input.plan_price_id));
}
