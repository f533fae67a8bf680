import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getPlanPriceOrThrow } from "../load-plan-price.ts";
import type { PlanPrice } from "../schema.ts";
import { viewPlanPrice } from "../views.ts";
import type { PlanPriceId } from "./schema.ts";

/** Throws plan_price_not_found. */
export async function getPlanPrice(
  scope: Scope,
  input: z.output<typeof PlanPriceId>,
): Promise<z.output<typeof PlanPrice>> {
  return viewPlanPrice(await getPlanPriceOrThrow(scope, input.plan_price_id));
}
