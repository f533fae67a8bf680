import { z } from "zod";
import {
  Currency,
  Identifier,
  pageOf,
  pageQuery,
  Timestamp,
  TimestampInput,
} from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";
import { CustomerSummary } from "../../customers/schema.ts";

const Count = z.number().int();

const By = z.enum(["customer", "subscription"]).default("customer").meta({
  description:
    "Whose change is one movement. A customer's second subscription is an expansion by customer, and new by subscription.",
});

/** Whether customers on test clocks count. */
export const includeTestClocks = booleanText()
  .default(false)
  .meta({
    description: "Whether customers on test clocks count, too.",
    override: { type: "boolean", default: false },
  });

const conversion = {
  currency: z.string().meta({ description: "Your reporting currency (setting reporting_currency)." }),
  rates_at: Timestamp.meta({
    description:
      "The moment of the rates: of each currency the newest that began before it. That of the figures, or now where that is in the future.",
  }),
  rates: z.array(
    z.object({
      currency: z.string(),
      rate: z
        .string()
        .meta({ description: "Units of the reporting currency for one of this, in major units." }),
      valid_from: z.string(),
    }),
  ),
  not_converted: z.array(z.string()).meta({
    description:
      "Currencies of the figures that have no rate then: they are in data, and not in these figures.",
  }),
};

/** What figures that were converted say of their rates: which one of which moment, and what has none. */
export const Conversion = z.object(conversion);

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
  by: By,
  bucket: z.enum(["DAY", "MONTH"]).default("MONTH").meta({
    description: "Days or months of the calendar, UTC; the first and the last may be cut. 400 at most.",
  }),
  include_test_clocks: includeTestClocks,
});

export const Movements = z
  .object({
    from: Timestamp,
    to: Timestamp,
    by: By.unwrap(),
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

const KindOfMovement = z.enum(["NEW", "REACTIVATION", "EXPANSION", "CONTRACTION", "CHURN"]);

export const ListMovements = z.strictObject({
  ...pageQuery,
  from: TimestampInput.optional(),
  to: TimestampInput.optional(),
  by: By,
  kind: KindOfMovement.optional(),
  currency: Currency.optional(),
  customer: Identifier.optional(),
  include_test_clocks: includeTestClocks,
});

export const MovementRows = pageOf(
  z
    .object({
      id: z.string(),
      at: Timestamp,
      kind: KindOfMovement,
      currency: z.string(),
      customer: CustomerSummary,
      subscription_id: z.string().nullable().meta({ description: "null by customer." }),
      mrr_before: Amount,
      mrr_after: Amount,
      change: Amount.meta({ description: "mrr_after less mrr_before." }),
      yearly_change: Amount.meta({
        description: "Twelve times the change, not rounded: sums of it agree with the movements of a range.",
      }),
    })
    .meta({ id: "MrrMovement" }),
);

const shared = { method: "GET", tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const mrrMeta = operation({
  ...shared,
  path: "/v1/billing/revenue/mrr",
  summary: "Get monthly recurring revenue",
  description:
    "At any moment, by currency, from what was sold then: later prices and names do not change it. Trials and paused " +
    "subscriptions count nothing; overage, discounts and taxes are no part of it.",
});

export const movementsMeta = operation({
  ...shared,
  path: "/v1/billing/revenue/movements",
  summary: "Get the movements of recurring revenue",
  description:
    "New, reactivation, expansion, contraction and churn between two moments, by currency, in months or days. The parts are " +
    "exactly the difference of the revenue before and after.",
  errors: ["fields_invalid"],
});

export const listMovementsMeta = operation({
  ...shared,
  path: "/v1/billing/revenue/changes",
  summary: "List changes of recurring revenue",
  description:
    "One for each customer or subscription and moment, newest first: what the movements of a range are made of.",
  errors: ["customer_not_found"],
});
