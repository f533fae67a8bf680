import { z } from "zod";
import { FeatureType, Overage } from "../../../platform/schema/common.ts";

/** docs/interface.md 2.6. */
export const EntitlementSummary = z
  .object({
    feature_id: z.string(),
    feature_key: z.string(),
    feature_name: z.string(),
    feature_type: FeatureType,
    feature_unit_label: z.string().nullable(),
    limit: z.number().nullable().meta({ description: "Units included; null = unlimited." }),
    value: z
      .string()
      .nullable()
      .meta({ description: "The value of a STATIC feature; JSON text when it is not a string." }),
    overage: Overage.meta({ description: "What happens past the limit." }),
    limit_binding: z
      .enum(["CUSTOMER", "DIMENSION"])
      .meta({ description: "Whether the limit is shared by all dimensions." }),
    cap_binding: z
      .enum(["CUSTOMER", "DIMENSION"])
      .meta({ description: "Whether ceiling and cap are shared by all dimensions." }),
    max_dimensions: z
      .number()
      .nullable()
      .meta({ description: "How many dimensions may be used in a period; null = any." }),
    overage_ceiling: z
      .string()
      .nullable()
      .meta({ description: "The most units past the limit in a period, a decimal." }),
    overage_cap_amount: z
      .number()
      .nullable()
      .meta({ description: "The most that overage may bill in a period, minor units." }),
    billed_amount: z.number().nullable().meta({
      description: "What overage has billed this period, minor units; null unless overage is BILL.",
    }),
    currency: z
      .string()
      .nullable()
      .meta({ description: "ISO 4217, of the amounts; null unless overage is BILL." }),
    cap_reached: z
      .boolean()
      .meta({ description: "Usage has come to the cap or the ceiling: further units are refused." }),
  })
  .meta({ id: "EntitlementSummary" });
