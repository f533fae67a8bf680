import { z } from "zod";
import { Identifier, Timestamp, TimestampInput, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

const Count = z.number().int();

export const MetricsRange = z.strictObject({
  from: TimestampInput,
  to: TimestampInput,
});

const series = z.array(z.number()).meta({ description: "One number for each bucket of the range." });

export const Metrics = z.object({
  buckets: z
    .array(z.object({ from: Timestamp, to: Timestamp }))
    .meta({ description: "Days, weeks or months, whichever reads best; the last may be cut." }),
  mrr: z
    .array(
      z.object({
        currency: z.string(),
        now: z.number().meta({ description: "At the end of the range, minor units." }),
        before: z.number().meta({ description: "At its beginning." }),
        series,
      }),
    )
    .meta({ description: "Monthly recurring revenue, per currency; see docs/metrics.md." }),
  subscriptions: z.object({
    paying: Count.meta({ description: "Paying at the end of the range." }),
    paying_before: Count,
    trialing: Count.meta({ description: "On trial now." }),
    series,
    started: series,
    ended: series,
  }),
  churn: z.object({
    ended: Count,
    paying_before: Count,
    rate: z
      .number()
      .nullable()
      .meta({ description: "ended ÷ paying_before; null without paying subscriptions." }),
  }),
  trials: z.object({
    ended: Count,
    converted: Count,
    rate: z.number().nullable(),
    series_ended: series,
    series_converted: series,
  }),
  failed_payments: z.object({ total: Count, series }),
  overage: z.array(z.object({ currency: z.string(), total: z.number(), series })),
});

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

export const metricsMeta = internalOperation({ role: "VIEWER", errors: ["fields_invalid"] });
export const usageSeriesMeta = internalOperation({
  role: "VIEWER",
  errors: ["customer_not_found", "feature_key_unknown"],
});
