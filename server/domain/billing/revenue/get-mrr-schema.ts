import { z } from "zod";
import { Timestamp, TimestampInput } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Count, conversion, includeTestClocks } from "./schema.ts";

export const MrrAt = z.strictObject({
  at: TimestampInput.optional().meta({ description: "The moment; now when left out." }),
  include_test_clocks: includeTestClocks,
});

export const Mrr = z
  .object({
    at: Timestamp,
    data: z.array(
      z.object({
        currency: z.string(),
        mrr: Amount.meta({ description: "Monthly recurring revenue just before the moment, minor units." }),
        subscriptions: Count.meta({ description: "Those that pay." }),
        customers: Count.meta({ description: "Those who pay." }),
      }),
    ),
    converted: z
      .object({
        ...conversion,
        mrr: Amount.meta({ description: "Of all currencies that have a rate, rounded once." }),
      })
      .nullable()
      .meta({ description: "null without a reporting currency." }),
  })
  .meta({ id: "Mrr" });

export const mrrMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/revenue/mrr",
  summary: "Get monthly recurring revenue",
  description:
    "At any moment, by currency, from what was sold then: later prices and names do not change it. Trials and paused " +
    "subscriptions count nothing; overage, discounts and taxes are no part of it.",
});
