import { z } from "zod";
import { Currency } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CARD_TRIES } from "../../../platform/schema/throttles.ts";
import { customerFields } from "../../customers/schema.ts";

export const CreateSetupIntent = z
  .strictObject({
    customer: customerFields.customer,
    email: customerFields.email,
    currency: Currency.optional().meta({
      description:
        "What is to be paid with the card: the card provider keeps a card for one currency of a customer. Without it: the currency of the customer's oldest live subscription, else the one that they buy in first.",
    }),
  })
  .meta({ id: "SetupIntentRequest" });

export const SetupIntent = z
  .object({
    client_secret: z.string().meta({ description: "Opens the card form in the browser." }),
    customer_id: z.string().meta({ description: "Our id of the customer." }),
  })
  .meta({ id: "SetupIntent" });

/** docs/interface.md 4.3. */
export const createSetupIntentMeta = operation({
  method: "POST",
  path: "/v1/billing/cardprovider/setup-intent",
  tag: "Billing",
  status: 201,
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  summary: "Create a card-setup intent",
  description: "For an embedded card form: no redirect, no charge.",
  errors: [
    "customer_not_found",
    "customer_email_required",
    "currency_unknown",
    "currency_not_sold",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
  throttle: CARD_TRIES,
});
