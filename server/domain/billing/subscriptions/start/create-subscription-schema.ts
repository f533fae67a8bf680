import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";

export const createSubscriptionMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
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
