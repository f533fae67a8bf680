import { z } from "zod";
import { Amount } from "../../../../platform/schema/money.ts";
import { internalOperation } from "../../../../platform/schema/operation.ts";
import { PlanSummary, PriceSummary } from "../../../catalog/schema.ts";

const SoldSteps = z.object({
  feature_key: z.string(),
  feature_name: z.string(),
  feature_unit_label: z.string().nullable(),
  included: z.number().meta({ description: "Units that the plan includes without any step." }),
  step_size: z.number().meta({ description: "Units that one step adds." }),
  step_amount: Amount.meta({ description: "The price of one step for each period." }),
  max_steps: z
    .number()
    .int()
    .nullable()
    .meta({ description: "The most that can be bought; null: the plan sets no limit." }),
  steps: z.number().int().meta({
    description:
      "The steps that hold the units bought already, a started one whole, and no more than can be bought.",
  }),
});

/** What a change of plan can choose from. */
export const ChangeOptions = z.object({
  drivers: z.array(SoldSteps.extend({ pending_steps: z.number().int().nullable() })).meta({
    description:
      "What the present plan sells by the step; pending_steps: from the next period, where a change waits.",
  }),
  prices: z
    .array(
      z.object({
        plan_price: PriceSummary,
        plan: PlanSummary,
        is_present: z.boolean(),
        drivers: z.array(SoldSteps),
      }),
    )
    .meta({
      description:
        "In the order of the price list. The present price is among them where it sells by the step.",
    }),
});

/** For the dashboard. */
export const readChangeOptionsMeta = internalOperation({
  role: "VIEWER",
  errors: ["subscription_not_found"],
});
