import { z } from "zod";
import { WantedLocale } from "../../catalog/schema.ts";

export const NamePortal = z.strictObject({ locale: WantedLocale });

/** The customer's plans, their products and features by name. */
export const PortalNames = z.object({
  plans: z.array(z.object({ id: z.string(), name: z.string() })),
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      free_plan_name: z
        .string()
        .nullable()
        .meta({ description: "The plan of customers without a subscription." }),
    }),
  ),
  features: z.array(z.object({ key: z.string(), name: z.string() })),
});
