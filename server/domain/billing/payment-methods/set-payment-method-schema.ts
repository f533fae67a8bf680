import { z } from "zod";
import { Currency, text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CARD_TRIES } from "../../../platform/schema/throttles.ts";
import { customerOfCards, PAYMENT_METHODS_PATH } from "./schema.ts";

export const SetPaymentMethod = z
  .strictObject({
    customer: customerOfCards,
    cardprovider_payment_method_id: text(255).optional(),
    cardprovider_test_card_token: text(255)
      .optional()
      .meta({ description: "In the provider's test mode only." }),
    currency: Currency.optional().meta({
      description:
        "What is to be paid with the card. Without it: what the card is saved for already, else the currency of the customer's oldest live subscription.",
    }),
  })
  .meta({ id: "SetPaymentMethodRequest" });

export const setPaymentMethodMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  method: "POST",
  path: PAYMENT_METHODS_PATH,
  isAtomic: true,
  summary: "Set the card that is charged",
  description:
    "Attaches an already verified card and makes it the one that is charged for its currency. Open invoices in that currency are tried again with it at once.",
  errors: [
    "customer_not_found",
    "currency_unknown",
    "currency_not_sold",
    "one_payment_method_required",
    "card_declined",
    "card_authentication_required",
    "test_card_in_live_mode",
    "payment_method_invalid",
    "card_currency_mismatch",
    "payment_method_type_unsupported",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
  throttle: CARD_TRIES,
});
