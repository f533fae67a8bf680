import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { updateCatalogObject } from "../change-catalog.ts";
import type { Plan } from "../schema.ts";
import { requirePlanOf } from "./get-plan.ts";
import { PLAN } from "./plan-kind.ts";
import type { UpdatePlan } from "./update-plan-schema.ts";

/** Throws plan_not_found. */
export function updatePlan(scope: Scope, input: z.output<typeof UpdatePlan>): Promise<z.output<typeof Plan>> {
  const { plan_id: id, name, description, position, is_public: isPublic } = input;
  const { is_highlighted: isHighlighted, includes_plan_id: includesPlanId, contact_url: contactUrl } = input;
  const { translations } = input;
  const data = {
    name,
    description,
    position,
    isPublic,
    isHighlighted,
    includesPlanId,
    contactUrl,
    translations,
  };
  return updateCatalogObject(scope, PLAN, id, data, async (tx, { productId }) => {
    if (includesPlanId) await requirePlanOf(tx, scope, productId, includesPlanId);
  });
}
