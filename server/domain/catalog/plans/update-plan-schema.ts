import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, lines, text } from "../../../platform/schema/common.ts";
import { onPricingPage, Position, Translations } from "../schema.ts";

export const UpdatePlan = z
  .strictObject({
    plan_id: Identifier,
    name: text(100).optional(),
    description: lines(2000).nullable().optional(),
    position: Position.optional(),
    is_public: z.boolean().optional(),
    is_highlighted: onPricingPage.is_highlighted.optional(),
    includes_plan_id: onPricingPage.includes_plan_id.optional(),
    contact_url: onPricingPage.contact_url.optional(),
    translations: Translations.optional(),
  })
  .refine(({ plan_id, includes_plan_id }) => plan_id !== includes_plan_id, {
    path: ["includes_plan_id"],
    error: "Choose another plan",
  })
  .meta({ id: "UpdatePlanRequest" });

export const updatePlanMeta = writing(
  "PATCH",
  "/v1/catalog/plans/{plan_id}",
  "Change a plan",
  "Its name, description, order and how the price list shows it.",
  {
    errors: ["plan_not_found"],
  },
);
