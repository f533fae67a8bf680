import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../platform/schema/throttles.ts";
import { customerOfCards, PAYMENT_METHODS_PATH } from "./schema.ts";

export const RemovePaymentMethod = z.strictObject({ id: Identifier, customer: customerOfCards });

export const removePaymentMethodMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  method: "DELETE",
  path: `${PAYMENT_METHODS_PATH}/{id}`,
  summary: "Remove a card",
  description: "It is no longer charged.",
  errors: ["customer_not_found", "payment_method_invalid", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});
