import { z } from "zod";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";
import { customerOfCards, PAYMENT_METHODS_PATH } from "./schema.ts";

export const NameCustomer = z.strictObject({ customer: customerOfCards });

export const listPaymentMethodsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  method: "GET",
  path: PAYMENT_METHODS_PATH,
  summary: "List a customer's cards",
  description:
    "Of all currencies, default cards first. A customer who pays in several has cards for each: one card pays in one currency.",
  errors: ["customer_not_found", ...PROVIDER_ERRORS],
  throttle: COSTLY_READ,
});
