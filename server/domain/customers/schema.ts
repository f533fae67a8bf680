import { z } from "zod";
import { EmailInput, Identifier, noneOf, text } from "../../platform/schema/common.ts";
import { TAX_ID_TYPES } from "../../platform/schema/tax-id-types.ts";

/** docs/interface.md 2.2. */
export const CustomerSummary = z
  .object({
    id: z.string(),
    external_id: z.string().meta({ description: "The tenant's own identifier of the customer." }),
    email: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: "CustomerSummary" });

const SUPPORTED_TAX_IDS = "https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id";

export const TaxId = z.strictObject({
  type: z.enum(TAX_ID_TYPES, { error: noneOf("type of tax id", SUPPORTED_TAX_IDS) }).meta({
    description: "Its kind, as Stripe names it: https://docs.stripe.com/billing/customer/tax-ids.",
  }),
  value: text(100).meta({ description: "The number." }),
});

/** A customer who changed, as its event shows it. */
export const ChangedCustomer = CustomerSummary.extend({
  invoice_address: z
    .string()
    .nullable()
    .meta({ description: "Name, address and tax number as our invoices show them; null: name and e-mail." }),
  tax_ids: z
    .array(z.object(TaxId.shape))
    .meta({ description: "Numbers by which authorities know the customer." }),
});

/** How requests name a customer. */
export const customerFields = {
  customer: Identifier.meta({
    description:
      "The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created.",
  }),
  email: EmailInput.optional().meta({
    description: "Required the first time the customer is named and has no e-mail address on file.",
  }),
};
