import { z } from "zod";
import { Timestamp, text } from "../../../../platform/schema/common.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { ComingChange } from "../coming/schema.ts";

const Driver = z.strictObject({
  feature_key: text(128),
  steps: z.number().int().min(0).max(1_000_000),
});

export const drivers = z.array(Driver).max(50).optional().meta({
  description:
    "The steps bought of each driver. Those that are not named keep their units, in started steps of the new plan; 0 takes one away.",
});

export const effective = z
  .enum(["now", "period_end"])
  .default("now")
  .meta({ description: "now: at once, prorated. period_end: with the next period, nothing is prorated." });

export const promotion_code = text(100).optional().meta({
  description:
    "A code as people type it: it lowers this change's invoice, and later ones as its coupon says. PROVIDER_A, with effective now.",
});

const QuoteLine = z
  .object({
    description: z.string(),
    amount: Amount.meta({ description: "Negative for credit." }),
    is_proration: z.boolean(),
    period_start: Timestamp,
    period_end: Timestamp,
  })
  .meta({ id: "QuoteLine" });

export const Quote = z
  .object({
    id: z.string(),
    subscription_id: z.string(),
    plan_price_id: z.string(),
    effective: z.enum(["now", "period_end"]),
    currency: z.string(),
    lines: z.array(QuoteLine),
    discount: Amount.meta({
      description:
        "What promotion codes and other discounts take off the lines. Prorated lines are less them already.",
    }),
    tax: Amount.meta({
      description: "Taxes in the total, those that prices contain, too; negative where credit outweighs.",
    }),
    total: Amount.meta({ description: "The sum of the lines with taxes and discounts; negative is credit." }),
    amount_due: Amount.meta({ description: "What is charged now; never below 0." }),
    overage: z
      .object({
        amount: Amount,
        features: z.array(z.object({ feature_key: z.string(), feature_name: z.string(), amount: Amount })),
      })
      .meta({
        description:
          "Use past limits so far that the change ends, at the old prices: billed with the next invoice, and not part of the total. Of METERED features whose limit, prices or period it alters; of the others, and with effective period_end, use is billed at the end of its period as before.",
      }),
    next: z
      .object({
        amount: Amount.meta({
          description:
            "What the next period costs, less the discounts that still run then, with the taxes that Stripe computes and before usage.",
        }),
        credit: Amount.meta({
          description: "What the customer's credit pays of it, with what this change adds or uses.",
        }),
        amount_due: Amount.meta({ description: "What is left to pay of it: the amount less the credit." }),
        at: Timestamp.nullable(),
      })
      .nullable()
      .meta({
        description:
          "What the next period costs, and when it is charged; null: there is none, because the subscription ends before (ends_at).",
      }),
    ends_at: Timestamp.nullable().meta({
      description: "When the subscription ends that is canceled, after the change; null: it goes on.",
    }),
    drops: ComingChange.nullable().meta({
      description:
        "The change that was to come and that this one takes the place of: it is dropped when this one is made; null: none.",
    }),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: "Quote" });

export const CHANGE_ERRORS = [
  "plan_price_not_found",
  "plan_not_published",
  "subscription_not_found",
  "subscription_status_conflict",
  "product_mismatch",
  "currency_mismatch",
  "price_not_for_sale",
  "quantity_invalid",
  "field_not_for_provider",
  "promotion_code_not_redeemable",
  "quantity_too_large",
  "overage_not_collectable",
  "promotion_code_needs_change_now",
  "unused_time_not_creditable",
  ...PROVIDER_ERRORS,
] as const;
