import { z } from "zod";
import { writing } from "../../../platform/schema/catalog-operation.ts";
import { Identifier, text } from "../../../platform/schema/common.ts";
import { TrialDays } from "../schema.ts";

export const UpdatePlanPrice = z
  .strictObject({
    plan_price_id: Identifier,
    price_label_name: text(100).optional(),
    trial_days: TrialDays.optional(),
    trial_needs_card: z.boolean().optional(),
  })
  .meta({ id: "UpdatePlanPriceRequest" });

export const updatePriceMeta = writing(
  "PATCH",
  "/v1/catalog/prices/{plan_price_id}",
  "Change a plan price",
  "Its label and trial; amount, currency and interval never change.",
  { errors: ["plan_price_not_found"] },
);
