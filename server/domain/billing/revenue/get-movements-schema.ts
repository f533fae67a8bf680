import { z } from "zod";
import { Timestamp, TimestampInput } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Count, CountedBy, conversion, includeTestClocks } from "./schema.ts";

const amounts = {
  mrr_before: Amount,
  new: Amount.meta({ description: "Of payers who had never paid." }),
  reactivation: Amount.meta({ description: "Of payers who had paid before, and nothing for a while." }),
  expansion: Amount.meta({ description: "What payers pay more." }),
  contraction: Amount.meta({ description: "What payers pay less; never above 0." }),
  churn: Amount.meta({ description: "Of payers who pay nothing any more; never above 0." }),
  mrr_after: Amount.meta({ description: "mrr_before and the five parts." }),
};

const movement = {
  ...amounts,
  new_count: Count,
  reactivation_count: Count,
  expansion_count: Count,
  contraction_count: Count,
  churn_count: Count,
  paying_before: Count,
  paying_after: Count.meta({ description: "paying_before + new_count + reactivation_count − churn_count." }),
};

export const MovementsRange = z.strictObject({
  from: TimestampInput,
  to: TimestampInput.meta({ description: "Exclusive: what changed at this very moment is left out." }),
  by: CountedBy,
  bucket: z.enum(["DAY", "MONTH"]).default("MONTH").meta({
    description: "Days or months of the calendar, UTC; the first and the last may be cut. 400 at most.",
  }),
  include_test_clocks: includeTestClocks,
});

export const Movements = z
  .object({
    from: Timestamp,
    to: Timestamp,
    by: CountedBy.unwrap(),
    data: z
      .array(
        z.object({
          currency: z.string(),
          total: z.object(movement),
          buckets: z.array(z.object({ from: Timestamp, to: Timestamp, ...movement })),
        }),
      )
      .meta({ description: "One for each currency, the largest first." }),
    converted: z
      .object({
        ...conversion,
        total: z.object(amounts),
        buckets: z.array(z.object({ from: Timestamp, to: Timestamp, ...amounts })),
      })
      .nullable()
      .meta({
        description:
          "All of them at the rates of one moment, so that a change of rates is no movement. null without a reporting currency.",
      }),
  })
  .meta({ id: "MrrMovements" });

export const movementsMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/revenue/movements",
  summary: "Get the movements of recurring revenue",
  description:
    "New, reactivation, expansion, contraction and churn between two moments, by currency, in months or days. The parts are " +
    "exactly the difference of the revenue before and after.",
  errors: ["fields_invalid"],
});
