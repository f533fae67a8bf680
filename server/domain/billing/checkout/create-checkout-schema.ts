import { z } from "zod";
import { Identifier, WebUrl } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { customerFields } from "../../customers/schema.ts";
import { CheckoutDriver } from "./schema.ts";

export const CreateCheckout = z
  .strictObject({
    plan_price_id: Identifier,
    drivers: z.array(CheckoutDriver).max(50).optional(),
    customer: customerFields.customer,
    email: customerFields.email,
    return_url: WebUrl.optional().meta({
      description:
        "Where the page after the purchase leads back to: on your website or an allowed origin of one of your applications (fields_invalid). Your website when left out.",
    }),
  })
  .meta({ id: "CheckoutRequest" });

/** docs/interface.md 4.5. */
export const createCheckoutMeta = operation({
  method: "POST",
  path: "/v1/billing/checkout",
  isAtomic: true,
  tag: "Billing",
  status: 201,
  security: "app+jwt",
  summary: "Create a checkout session",
  description:
    "A hosted page on which the customer enters a card. The subscription starts when it is completed. An older page of the same customer and product that is still open is closed.",
  errors: [
    "customer_not_found",
    "customer_email_required",
    "plan_price_not_found",
    "plan_not_published",
    "subscription_exists",
    "subscription_change_in_progress",
    "price_not_for_sale",
    "quantity_invalid",
    "quantity_too_large",
    "tax_address_required",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});
