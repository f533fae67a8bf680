import { z } from "zod";
import { EmailInput, Identifier, text } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { Subscription } from "../schema.ts";

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

export const moveProviderMeta = operation({
  method: "POST",
  tag: "Billing",
  security: "app+jwt",
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
