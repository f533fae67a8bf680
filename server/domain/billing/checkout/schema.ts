import { z } from "zod";
import { text } from "../../../platform/schema/common.ts";

export const CheckoutDriver = z.strictObject({
  feature_key: text(128).meta({ description: "A feature whose bought amount drives the price." }),
  steps: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: "How many steps of the driver's step size." }),
});

export const Checkout = z
  .object({ url: z.url().meta({ description: "Send the customer's browser here." }) })
  .meta({ id: "Checkout" });
