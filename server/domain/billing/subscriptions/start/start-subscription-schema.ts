import { z } from "zod";
import { Identifier, text } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { customerFields } from "../../../customers/schema.ts";

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
