import { z } from "zod";
import { EmailInput, Identifier, lines, Timestamp, text } from "../../../../platform/schema/common.ts";
import { Amount } from "../../../../platform/schema/money.ts";
import { internalOperation, operation } from "../../../../platform/schema/operation.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { CARD_TRIES, CHANGES } from "../../../../platform/schema/throttles.ts";
import { PlanSummary, PriceSummary } from "../../../catalog/schema.ts";
import { customerFields } from "../../../customers/schema.ts";
import { Subscription } from "../schema.ts";

const Driver = z.strictObject({
  feature_key: text(128),
  steps: z.number().int().min(0).max(1_000_000),
});
const drivers = z.array(Driver).max(50).optional().meta({
  description:
    "The steps bought of each driver. Those that are not named keep their units, in started steps of the new plan; 0 takes one away.",
});
const effective = z
  .enum(["now", "period_end"])
  .default("now")
  .meta({ description: "now: at once, prorated. period_end: with the next period, nothing is prorated." });

const promotion_code = text(100).optional().meta({
  description:
    "A code as people type it: it lowers this change's invoice, and later ones as its coupon says. PROVIDER_A, with effective now.",
});

export const ChangePlan = z
  .strictObject({
    id: Identifier,
    plan_price_id: Identifier,
    drivers,
    effective,
    promotion_code,
    quote_id: Identifier.optional().meta({
      description: "A preview of just this change: it then costs what the quote says, or is refused.",
    }),
  })
  .meta({ id: "ChangePlanRequest" });

export const PreviewChange = z
  .strictObject({ id: Identifier, plan_price_id: Identifier, drivers, effective, promotion_code })
  .meta({ id: "PreviewPlanChangeRequest" });

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
    next: z.object({ amount: Amount, at: Timestamp.nullable() }).meta({
      description:
        "What the next period costs, less the discounts that still run then, with the taxes that Stripe computes and before usage, and when it is charged.",
    }),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: "Quote" });

export const CreateSubscription = z
  .strictObject({
    customer: customerFields.customer,
    plan_price_id: Identifier,
    provider: Subscription.shape.provider.default(BY_CARD),
    drivers,
    email: customerFields.email,
    promotion_code: text(100).optional().meta({ description: "A code as people type it. PROVIDER_A." }),
    cardprovider_payment_method_id: text(255).optional().meta({ description: "PROVIDER_A." }),
    cardprovider_test_card_token: text(255).optional().meta({ description: "PROVIDER_A, in test mode." }),
    due_days: z.number().int().min(0).max(365).optional().meta({
      description: "Days within which its invoices are to be paid; the tenant's by default. PROVIDER_B.",
    }),
    invoice_address: lines(1000).optional().meta({
      description: "The customer's name, address and tax number as invoices show them. PROVIDER_B.",
    }),
  })
  .meta({ id: "CreateSubscriptionRequest" });

export const MoveProvider = z
  .strictObject({
    id: Identifier,
    provider: Subscription.shape.provider,
    cardprovider_payment_method_id: text(255).optional(),
    cardprovider_test_card_token: text(255).optional(),
    due_days: z.number().int().min(0).max(365).optional(),
    email: EmailInput.optional(),
  })
  .meta({ id: "MoveProviderRequest" });

/** A change that waits for its cardholder's confirmation. */
export const UnconfirmedChange = z.object({
  plan: PlanSummary,
  plan_price: PriceSummary,
  invoice_id: z.string(),
  amount: Amount.meta({ description: "What is charged when it is confirmed." }),
  currency: z.string(),
  expires_at: Timestamp.meta({ description: "When the card provider drops it, and nothing has changed." }),
  hosted_url: z.string().nullable().meta({ description: "The page on which it is confirmed." }),
});

/** For the dashboard. */
export const readUnconfirmedMeta = internalOperation({ role: "VIEWER", errors: ["subscription_not_found"] });

const shared = { method: "POST", tag: "Billing", security: "app+jwt" } as const;
const CHANGE_ERRORS = [
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

/** docs/interface.md 4.4. */
export const changePlanMeta = operation({
  ...shared,
  path: "/v1/billing/subscriptions/{id}/change-plan",
  isForPortal: true,
  summary: "Change a subscription's plan or price",
  description:
    "Effective immediately, prorated to the second and charged at once. When the charge fails the old plan stays. What the subscription has already changes nothing, and drops a change that was to come. With `effective: period_end` it waits for the next period.",
  errors: [
    "subscription_change_in_progress",
    "quote_invalid",
    "quote_price_changed",
    "card_missing_for_currency",
    "promotion_code_cannot_wait_for_bank",
    "card_declined",
    "card_authentication_required",
    "card_provider_rate_limited",
    ...CHANGE_ERRORS,
  ],
  throttle: CARD_TRIES,
});

export const previewChangeMeta = operation({
  ...shared,
  path: "/v1/billing/subscriptions/{id}/change-plan/preview",
  isAtomic: true,
  status: 201,
  isForEndUsers: true,
  role: "SUPPORT",
  summary: "Preview a change of plan",
  description:
    "What it would charge now and next, line by line. change-plan with the quote's id charges exactly that, or refuses; a quote is valid for 15 minutes. The price that it has already, with the same drivers, costs nothing, as change-plan then changes nothing.",
  errors: CHANGE_ERRORS,
  throttle: { points: 60, seconds: 600 },
});

export const dropPendingChangeMeta = operation({
  ...shared,
  method: "DELETE",
  path: "/v1/billing/subscriptions/{id}/pending-change",
  isForPortal: true,
  summary: "Drop a scheduled change",
  description: "The subscription then stays with its plan when the period ends.",
  errors: ["subscription_not_found", "pending_change_missing", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});

export const createSubscriptionMeta = operation({
  ...shared,
  path: "/v1/billing/subscriptions",
  status: 201,
  summary: "Start a subscription on either provider",
  description:
    "PROVIDER_A charges a card, as the headless operation does. PROVIDER_B needs none: numbered invoices with a due date are paid by transfer.",
  errors: [
    "customer_not_found",
    "customer_email_required",
    "plan_price_not_found",
    "plan_not_published",
    "subscription_exists",
    "one_payment_method_required",
    "subscription_change_in_progress",
    "price_not_for_sale",
    "quantity_invalid",
    "quantity_too_large",
    "field_not_for_provider",
    "promotion_code_not_redeemable",
    "card_declined",
    "card_authentication_required",
    "test_card_in_live_mode",
    "payment_method_invalid",
    "tax_address_required",
    "card_currency_mismatch",
    "payment_method_type_unsupported",
    "card_provider_rate_limited",
    ...PROVIDER_ERRORS,
  ],
});

export const moveProviderMeta = operation({
  ...shared,
  path: "/v1/billing/subscriptions/{id}/move-provider",
  summary: "Move a live subscription to the other provider",
  description:
    "The paid period continues with its usage; the other provider bills the next one. To move to PROVIDER_A the customer needs a card, and nothing may be overdue. The customer's credit goes along; credit at the card provider goes with the last subscription that leaves it. Refused (subscription_status_conflict) for about an hour after a renewal at PROVIDER_A, while its invoice is a draft.",
  errors: [
    "subscription_not_found",
    "subscription_status_conflict",
    "one_payment_method_required",
    "subscription_change_in_progress",
    "provider_unchanged",
    "card_declined",
    "test_card_in_live_mode",
    "payment_method_invalid",
    "card_currency_mismatch",
    "payment_method_type_unsupported",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});
