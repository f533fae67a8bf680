import { z } from "zod";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CHANGES } from "../../../platform/schema/throttles.ts";
import { TaxId } from "../../customers/schema.ts";
import { customerOfTaxIds, TAX_IDS_PATH } from "./schema.ts";

/** The most tax ids that a customer has here. */
const MAX_TAX_IDS = 5;

export const SetTaxIds = z
  .strictObject({
    customer: customerOfTaxIds,
    tax_ids: z
      .array(TaxId)
      .max(MAX_TAX_IDS)
      .refine(
        (all) => new Set(all.map(({ type, value }) => `${type} ${value}`)).size === all.length,
        "must name each once",
      )
      .meta({ description: "All of them; those that are not named are taken away." }),
  })
  .meta({ id: "SetTaxIdsRequest" });

export const setTaxIdsMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  method: "POST",
  path: TAX_IDS_PATH,
  summary: "Set a customer's tax ids",
  description:
    "Where the tenant has a card provider connected, it checks the form of each at once (tax_id_invalid names one that it refuses, and all stay as they were), prints them on its invoices and computes taxes with them, in each currency that the customer pays in; whether they exist it asks an authority later: `verification`. Without one, and for a customer on a test clock who bought nothing by card yet, they are checked by the first card sale, which tax_id_invalid refuses until they are right. Invoices of ours show them from the next one on. Of two calls at once the last one counts, whole.",
  errors: ["customer_not_found", "tax_id_invalid", "tax_id_change_in_progress", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});
