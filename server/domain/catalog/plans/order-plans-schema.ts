import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier } from "../../../platform/schema/common.ts";
import { Plan } from "../schema.ts";

export const OrderPlans = z
  .strictObject({
    product_id: Identifier,
    plan_ids: z
      .array(Identifier)
      .min(1)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, "must name each plan once")
      .meta({
        description:
          "Plans of the product, the first one first. Those that are left out follow as they stood.",
      }),
  })
  .meta({ id: "OrderPlansRequest" });

export const OrderedPlans = z
  .object({
    data: z.array(Plan).meta({ description: "Every plan of the product that is not archived, in order." }),
  })
  .meta({ id: "OrderedPlans" });

export const orderPlansMeta = writing(
  "POST",
  "/v1/catalog/plans/order",
  "Order a product's plans",
  "Sets the positions of its plans, which the price list follows.",
  { errors: ["product_not_found", "plan_not_found"] },
);
