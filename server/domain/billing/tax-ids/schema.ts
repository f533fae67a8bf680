import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";
import { CHANGES, COSTLY_READ } from "../../../platform/schema/throttles.ts";
import { MAX_TAX_IDS, TaxId } from "../../customers/schema.ts";

const customer = Identifier.meta({
  description: "The tenant's own identifier of the customer, or our cus_ id.",
});

export const ListTaxIds = z.strictObject({ customer });

export const SetTaxIds = z
  .strictObject({
    customer,
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

export const TaxIds = z.object({
  data: z.array(
    z
      .object({
        type: z.string(),
        value: z.string(),
        verification: z.enum(["PENDING", "VERIFIED", "UNVERIFIED"]).nullable().meta({
          description:
            "What an authority answered when the card provider asked about it; null: none is asked about this kind, or the customer is not at the card provider.",
        }),
      })
      .meta({ id: "CustomerTaxId" }),
  ),
});

const shared = { tag: "Billing", security: "app+jwt", isForEndUsers: true } as const;
const PATH = "/v1/billing/tax-ids";

export const listTaxIdsMeta = operation({
  ...shared,
  method: "GET",
  path: PATH,
  summary: "List a customer's tax ids",
  description:
    "Those that were set here, and those that the customer entered or removed on the card provider's pages, whatever the currency. Invoices of ours show them from the next one on.",
  errors: ["customer_not_found", ...PROVIDER_ERRORS],
  throttle: COSTLY_READ,
});

export const setTaxIdsMeta = operation({
  ...shared,
  method: "POST",
  path: PATH,
  summary: "Set a customer's tax ids",
  description:
    "Where the tenant has a card provider connected, it checks the form of each at once (tax_id_invalid names one that it refuses, and all stay as they were), prints them on its invoices and computes taxes with them, in each currency that the customer pays in; whether they exist it asks an authority later: `verification`. Without one, and for a customer on a test clock who bought nothing by card yet, they are checked by the first card sale, which tax_id_invalid refuses until they are right. Invoices of ours show them from the next one on. Of two calls at once the last one counts, whole.",
  errors: ["customer_not_found", "tax_id_invalid", "tax_id_change_in_progress", ...PROVIDER_ERRORS],
  throttle: CHANGES,
});
