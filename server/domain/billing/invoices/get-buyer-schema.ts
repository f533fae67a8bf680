import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";
import { CustomerSummary } from "../../customers/schema.ts";

export const InvoiceBuyer = CustomerSummary.extend({
  billed_to: z.string().nullable().meta({
    description: "Name and address as the invoice says them; null: the card provider's document does.",
  }),
});

/** For the dashboard, which shows one invoice. */
export const getBuyerMeta = internalOperation({ role: "VIEWER", errors: ["invoice_not_found"] });
