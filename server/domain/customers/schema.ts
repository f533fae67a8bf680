import { z } from "zod";
import { EmailInput, Identifier } from "../../platform/schema/common.ts";

/** Interface 2.2. */
export const CustomerSummary = z
  .object({
    id: z.string(),
    external_id: z.string().meta({ description: "The tenant's own identifier of the customer." }),
    email: z.string().nullable(),
    name: z.string().nullable(),
  })
  .meta({ id: "CustomerSummary" });

/** A customer who changed, as its event shows it. */
export const ChangedCustomer = CustomerSummary.extend({
  invoice_address: z
    .string()
    .nullable()
    .meta({ description: "Name, address and tax number as our invoices show them; null: name and e-mail." }),
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
