import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPlanOrThrow } from "../plans/get-plan.ts";
import { viewPlanPrice } from "../views.ts";
import type { ListPlanPrices, PlanPricePage } from "./list-plan-prices-schema.ts";

/** Newest first; of one plan when it is named (plan_not_found). */
export async function listPlanPrices(
  scope: Scope,
  input: z.output<typeof ListPlanPrices>,
): Promise<z.output<typeof PlanPricePage>> {
  const plan = input.plan_id === undefined ? null : await getPlanOrThrow(scope.db, scope, input.plan_id);
  const rows = await scope.db.planPrice.findMany(
    newestFirst(scope.tenantId, input, { ...(plan && { planId: plan.id }) }),
  );
  return toPage(rows, input.limit, viewPlanPrice);
}
