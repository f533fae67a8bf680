import { z } from "zod";
import { Currency, WebUrl } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../platform/schema/throttles.ts";
import { customerOfCards } from "./schema.ts";

export const OpenProviderPortal = z
  .strictObject({
    customer: customerOfCards,
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

export const openProviderPortalMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
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
