import { z } from "zod";
import { Identifier, TimestampInput, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { Metrics, series } from "./schema.ts";

export const UsageRange = z.strictObject({
  from: TimestampInput,
  to: TimestampInput,
  feature_key: text(128).optional().meta({
    description: "The first feature of the catalog with usage in the range when left out.",
  }),
  customer: Identifier.optional(),
  by: z.enum(["none", "dimension", "customer"]).default("none"),
});

export const UsageSeries = z.object({
  feature_key: z.string().nullable().meta({ description: "null: the tenant counts no feature." }),
  buckets: Metrics.shape.buckets,
  total: z.number(),
  groups: z
    .array(z.object({ name: z.string(), total: z.number(), series }))
    .meta({ description: "The five that used most; what the others used is the last, named Others." }),
});

export const usageSeriesMeta = internalOperation({
  role: "VIEWER",
  errors: ["customer_not_found", "feature_key_unknown"],
});
