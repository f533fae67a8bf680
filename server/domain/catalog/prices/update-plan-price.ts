import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type { PlanPrice } from "../schema.ts";
import { PLAN_PRICE } from "./plan-price-kind.ts";
import type { UpdatePlanPrice } from "./update-plan-price-schema.ts";

/** Changes label and trial; amount, currency and interval never change. Throws plan_price_not_found. */
export function updatePlanPrice(
  scope: Scope,
  input: z.output<typeof UpdatePlanPrice>,
): Promise<z.output<typeof PlanPrice>> {
  return updateCatalogObject(scope, PLAN_PRICE, input.plan_price_id, {
    labelName: input.price_label_name,
    trialDays: input.trial_days,
    trialNeedsCard: input.trial_needs_card,
  });
}
