import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp, text } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { PackSummary, PlanSummary, PriceSummary } from "../../catalog/schema.ts";
import { CustomerSummary, customerFields } from "../../customers/schema.ts";
import { EntitlementSummary } from "../grants/schema.ts";

/** Its price for each period. */
const recurring = {
  recurring_amount: Amount.meta({
    description:
      "What each period costs before usage, taxes and discounts: the plan's price and the bought steps. Minor units.",
  }),
  drivers: z
    .array(
      z
        .object({
          feature_key: z.string(),
          feature_name: z.string(),
          steps: z.number().int(),
          step_size: z.number().meta({ description: "Units that one step adds." }),
          amount: Amount.meta({ description: "The price of all its steps for each period." }),
        })
        .meta({ id: "BoughtSteps" }),
    )
    .meta({ description: "The steps bought of each driver." }),
};

/** docs/interface.md 2.1. */
export const Subscription = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    customer: CustomerSummary,
    plan_price_id: z.string(),
    pack_id: z
      .string()
      .nullable()
      .meta({ description: "The version of the plan's entitlements it is pinned to." }),
    pending_plan_price_id: z
      .string()
      .nullable()
      .meta({ description: "The price it moves to at the period's end." }),
    pending_pack_id: z.string().nullable().meta({ description: "The pack it moves to at the period's end." }),
    provider: z.enum(PROVIDERS).meta({ description: "PROVIDER_A: cards. PROVIDER_B: manual invoicing." }),
    provider_subscription_id: z.string().nullable(),
    provider_customer_id: z.string().nullable(),
    status: z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"]),
    current_period_start: Timestamp.nullable(),
    current_period_end: Timestamp.nullable(),
    trial_start: Timestamp.nullable(),
    trial_end: Timestamp.nullable(),
    canceled_at: Timestamp.nullable().meta({
      description: "When it was canceled, also for the period's end.",
    }),
    ended_at: Timestamp.nullable().meta({ description: "When it ended." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    plan: PlanSummary,
    plan_price: PriceSummary,
    product: PlanSummary,
    pack: PackSummary.nullable(),
    entitlements: z.array(EntitlementSummary),
    ...recurring,
  })
  .meta({ id: "Subscription" });

export const StartSubscription = z
  .strictObject({
    customer: customerFields.customer,
    plan_price_id: Identifier,
    cardprovider_payment_method_id: text(255)
      .optional()
      .meta({ description: "An already verified payment method of the card provider. The normal path." }),
    cardprovider_test_card_token: text(255).optional().meta({
      description:
        "A test card token of the provider, for scripts without a browser. Accepted in the provider's test mode only.",
    }),
    email: customerFields.email,
    promotion_code: text(100).optional().meta({ description: "A code as people type it." }),
  })
  .meta({ id: "StartSubscriptionRequest" });

export const GetSubscription = z.strictObject({ id: Identifier });

/** docs/interface.md 4.1. */
export const startSubscriptionMeta = operation({
  method: "POST",
  path: "/v1/billing/cardprovider/subscriptions/headless",
  tag: "Billing",
  status: 201,
  security: "app|jwt",
  summary: "Start a subscription without a browser",
  description:
    "Attaches an already verified payment method and starts a subscription. A price of 0 needs no card, unless use past a limit is billed; a trial needs one where the price says so.",
  errors: [
    "customer_not_found",
    "customer_email_required",
    "plan_price_not_found",
    "plan_not_published",
    "subscription_exists",
    "one_payment_method_required",
    "subscription_change_in_progress",
    "price_not_for_sale",
    "promotion_code_not_redeemable",
    "card_declined",
    "card_authentication_required",
    "test_card_in_live_mode",
    "payment_method_invalid",
    "tax_address_required",
    "card_currency_mismatch",
    "payment_method_type_unsupported",
    "card_provider_rate_limited",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});

/** docs/interface.md 4.10. */
export const getSubscriptionMeta = operation({
  method: "GET",
  path: "/v1/billing/subscriptions/{id}",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Get subscription details",
  description: "The subscription with its plan, price, pack and entitlements.",
  errors: ["subscription_not_found"],
  throttle: OWN_DATA,
});

export const ListSubscriptions = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional(),
  status: Subscription.shape.status.optional(),
  product_id: Identifier.optional(),
  plan_id: Identifier.optional(),
  pack_id: Identifier.optional(),
  provider: Subscription.shape.provider.optional(),
});

export const SubscriptionPage = pageOf(Subscription);

export const listSubscriptionsMeta = operation({
  method: "GET",
  path: "/v1/billing/subscriptions",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "List subscriptions",
  description: "Newest first; by customer, status, product, plan, pack or provider.",
  errors: ["customer_not_found"],
  throttle: OWN_DATA,
});
