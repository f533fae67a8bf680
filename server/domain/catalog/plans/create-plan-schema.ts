import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, lines, Slug, text } from "../../../platform/schema/common.ts";
import { onPricingPage, Position, Translations } from "../schema.ts";

export const CreatePlan = z
  .strictObject({
    product_id: Identifier,
    slug: Slug,
    name: text(100),
    description: lines(2000).optional(),
    position: Position.default(0),
    is_public: z.boolean().default(true),
    is_highlighted: onPricingPage.is_highlighted.default(false),
    includes_plan_id: onPricingPage.includes_plan_id.default(null),
    contact_url: onPricingPage.contact_url.default(null),
    translations: Translations.default({}),
  })
  .meta({ id: "CreatePlanRequest" });

export const createPlanMeta = writing("POST", "/v1/catalog/plans", "Create a plan", "A tier of a product.", {
  status: 201,
  isAtomic: true,
  errors: ["product_not_found", "plan_not_found", "catalog_value_taken", "catalog_object_archived"],
});
