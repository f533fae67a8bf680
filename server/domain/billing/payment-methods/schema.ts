import { z } from "zod";
import { Currency, Identifier, Timestamp, text, WebUrl } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CARD_TRIES, CHANGES, COSTLY_READ } from "../../../platform/schema/throttles.ts";

const customer = Identifier.meta({
  description: "The tenant's own identifier of the customer, or our cus_ id.",
});

export const NameCustomer = z.strictObject({ customer });

export const SetPaymentMethod = z
  .strictObject({
    customer,
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

export const RemovePaymentMethod = z.strictObject({ id: Identifier, customer });

const PaymentMethod = z
  .object({
    id: z.string(),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    currency: z.string().nullable().meta({
      description:
        "What it pays for: the card provider keeps a card for one currency of a customer. null: for the currency that they buy in first.",
    }),
    is_default: z
      .boolean()
      .meta({ description: "Whether it is the default card of its currency, which is charged." }),
    created_at: Timestamp,
  })
  .meta({ id: "PaymentMethod" });

export const PaymentMethods = z.object({ data: z.array(PaymentMethod) });

export const OpenProviderPortal = z
  .strictObject({
    customer,
    return_url: WebUrl.optional().meta({
      description:
        "Where its return link leads: on your website or an allowed origin of one of your applications (fields_invalid). Usher's home page when left out.",
    }),
    currency: Currency.optional().meta({
      description:
        "Whose invoices and cards it shows, where the customer pays in several. Without it: that of their oldest live subscription.",
    }),
  })
  .meta({ id: "ProviderPortalRequest" });

export const ProviderPortal = z.object({ url: z.url() }).meta({ id: "ProviderPortal" });

const shared = { tag: "Billing", security: "app+jwt", isForEndUsers: true } as const;
const PATH = "/v1/billing/payment-methods";

export const listPaymentMethodsMeta = operation({
  ...shared,
  method: "GET",
  path: PATH,
  summary: "List a customer's cards",
  description:
    "Of all currencies, default cards first. A customer who pays in several has cards for each: one card pays in one currency.",
  errors: ["customer_not_found", ...PROVIDER_ERRORS],
  throttle: COSTLY_READ,
});

export const setPaymentMethodMeta = operation({
  ...shared,
  method: "POST",
  path: PATH,
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

export const removePaymentMethodMeta = operation({
  ...shared,
  method: "DELETE",
  path: `${PATH}/{id}`,
  summary: "Remove a card",
  description: "It is no longer charged.",
  errors: ["customer_not_found", "payment_method_invalid", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});

export const openProviderPortalMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/cardprovider/portal-session",
  status: 201,
  // On the provider's page cards can be removed, which needs an admin here.
  role: "ADMIN",
  summary: "Open the card provider's own portal",
  description:
    "A short-lived link to the provider's page with the customer's invoices and cards in one currency.",
  errors: [
    "customer_not_found",
    "currency_unknown",
    "currency_not_sold",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
  throttle: CHANGES,
});
