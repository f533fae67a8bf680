import { z } from "zod";
import { EmailInput, Identifier } from "../../../platform/schema/common.ts";
import { pageOperation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CheckoutDriver } from "./schema.ts";

/** What a visitor of the price list sends: there is no customer yet. */
export const OpenVisitorCheckout = z.strictObject({
  plan_price_id: Identifier,
  drivers: z.array(CheckoutDriver).max(50).optional(),
  email: EmailInput,
});

export const openVisitorCheckoutMeta = pageOperation({
  throttle: { points: 20, seconds: 600 },
  errors: [
    "invitation_required",
    "waitlist_invitation_required",
    "plan_price_not_found",
    "plan_not_published",
    "price_not_for_sale",
    "quantity_invalid",
    "quantity_too_large",
    "too_many_requests",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});
