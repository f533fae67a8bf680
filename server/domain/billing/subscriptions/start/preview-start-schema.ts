import { z } from "zod";
import { EmailInput, Identifier, Timestamp } from "../../../../platform/schema/common.ts";
import { INTERVALS } from "../../../../platform/schema/interval.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { internalOperation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { CreateSubscription } from "./schema.ts";

const { plan_price_id, provider, drivers, promotion_code, due_days } = CreateSubscription.shape;

export const PreviewStart = z.strictObject({
  plan_price_id,
  provider,
  drivers,
  promotion_code,
  due_days,
  customer: Identifier.optional().meta({ description: "Left out: one who is not there yet." }),
  email: EmailInput.optional().meta({ description: "Of one who is not there yet." }),
});

export const StartPreview = z.object({
  currency: z.string(),
  interval: z.enum(INTERVALS),
  lines: z.array(z.object({ description: z.string(), amount: Amount })).meta({
    description: "What each period costs before usage, taxes and what a promotion code takes off.",
  }),
  recurring_amount: Amount.meta({ description: "The lines together." }),
  trial_ends_at: Timestamp.nullable().meta({ description: "null: there is no trial, or it was used." }),
  trial_was_used: z.boolean().meta({ description: "The price has a trial, which this customer had before." }),
  credit_used: Amount.meta({ description: "The customer's credit that pays of the lines now." }),
  amount_due: Amount.meta({
    description:
      "What is charged, or is on the invoice that is issued, now: before taxes and a promotion code.",
  }),
  due_at: Timestamp.nullable().meta({ description: "When that invoice is to be paid. PROVIDER_B." }),
  next_at: Timestamp.nullable().meta({
    description: "When the next period is charged; null: nothing ever is.",
  }),
  needs_card: z.boolean(),
  ends_without_card: z
    .enum(["cancel", "pause"])
    .nullable()
    .meta({ description: "What happens at the trial's end where no card was saved until then. PROVIDER_A." }),
  adds_taxes: z.boolean().meta({ description: "Whether the card provider computes taxes and adds them." }),
  promotion_problem: z.string().nullable().meta({ description: "Why the code cannot be redeemed." }),
  live: z
    .object({ id: z.string(), plan_name: z.string(), product_name: z.string() })
    .nullable()
    .meta({ description: "The customer's subscription of this product, beside which none starts." }),
});

/** For the dashboard. */
export const previewStartMeta = internalOperation({
  role: "ADMIN",
  errors: [
    "customer_not_found",
    "plan_price_not_found",
    "plan_not_published",
    "price_not_for_sale",
    "quantity_invalid",
    "field_not_for_provider",
    "quantity_too_large",
    ...PROVIDER_ERRORS,
  ],
});
