import { z } from "zod";
import { Amount } from "../../platform/schema/common.ts";

/** Interface 2.3. */
export const PlanSummary = z.object({ id: z.string(), slug: z.string(), name: z.string() }).meta({ id: "PlanSummary" });

/** Interface 2.4. */
export const PriceSummary = z
  .object({
    id: z.string(),
    amount: Amount,
    currency: z.string().meta({ description: "ISO 4217, upper case." }),
    interval: z.string().meta({ description: "DAY, WEEK, MONTH or YEAR." }),
    price_label_name: z.string(),
    price_label_slug: z.string(),
  })
  .meta({ id: "PriceSummary" });

/** Interface 2.5. */
export const PackSummary = z
  .object({ id: z.string(), version: z.number().int(), status: z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]) })
  .meta({ id: "PackSummary" });
