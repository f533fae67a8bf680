import { z } from "zod";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";
import { customerOfTaxIds, TAX_IDS_PATH } from "./schema.ts";

export const ListTaxIds = z.strictObject({ customer: customerOfTaxIds });

export const listTaxIdsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  method: "GET",
  path: TAX_IDS_PATH,
  summary: "List a customer's tax ids",
  description:
    "Those that were set here, and those that the customer entered or removed on the card provider's pages, whatever the currency. Invoices of ours show them from the next one on.",
  errors: ["customer_not_found", ...PROVIDER_ERRORS],
  throttle: COSTLY_READ,
});
