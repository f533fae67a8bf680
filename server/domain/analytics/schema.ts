import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";

const WholeNumber = z.number().int();

export const series = z.array(z.number()).meta({ description: "One number for each bucket of the range." });

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
    paying: WholeNumber.meta({ description: "Paying at the end of the range." }),
    paying_before: WholeNumber,
    trialing: WholeNumber.meta({ description: "On trial now." }),
    series,
    started: series,
    ended: series,
  }),
  churn: z.object({
    ended: WholeNumber,
    paying_before: WholeNumber,
    rate: z
      .number()
      .nullable()
      .meta({ description: "ended ÷ paying_before; null without paying subscriptions." }),
  }),
  trials: z.object({
    ended: WholeNumber,
    converted: WholeNumber,
    rate: z.number().nullable(),
    series_ended: series,
    series_converted: series,
  }),
  failed_payments: z.object({ total: WholeNumber, series }),
  overage: z.array(z.object({ currency: z.string(), total: z.number(), series })),
});

/** Statuses of a waitlist entry, in the order in which it gets them. */
export const WAITLIST_STATUSES = ["PENDING", "INVITED", "REGISTERED", "REJECTED"] as const;

export const Count = z.number().int().min(0);
