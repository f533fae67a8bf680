import { z } from "zod";
import { Amount } from "../../../platform/schema/money.ts";

/** The steps bought of a driver, with what they cost each period. */
export const BoughtSteps = z
  .object({
    feature_key: z.string(),
    feature_name: z.string(),
    steps: z.number().int(),
    step_size: z.number().meta({ description: "Units that one step adds." }),
    units: z.number().meta({ description: "What the plan includes and the steps add, together: 14 seats." }),
    amount: Amount.meta({ description: "The price of all its steps for each period." }),
  })
  .meta({ id: "BoughtSteps" });
