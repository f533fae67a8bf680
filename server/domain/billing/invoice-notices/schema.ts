import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";

export const InvoiceNotice = z
  .object({
    id: z.string().meta({ description: "Begins with ntc_." }),
    tenant_id: z.string(),
    customer_id: z.string(),
    invoice_id: z.string(),
    kind: z.enum(["NOT_ISSUED", "TAX_NOT_COMPUTED", "FRAUD_WARNING", "DISPUTE"]).meta({
      description:
        "NOT_ISSUED: the card provider could not issue the invoice. TAX_NOT_COMPUTED: it was issued without the taxes that were to be computed. FRAUD_WARNING: a bank says that its payment may be a fraud. DISPUTE: a dispute waits for an answer.",
    }),
    provider_object_id: z.string().meta({
      description: "What it is about at the card provider: an invoice, a warning or a dispute.",
    }),
    code: z.string().nullable().meta({ description: "The card provider's word for the reason." }),
    message: z.string().nullable().meta({ description: "What the card provider says of it." }),
    what_to_do: z.string().meta({ description: "What happened, and what a person can do." }),
    due_at: Timestamp.nullable().meta({ description: "Until when; null: there is no such day." }),
    opened_at: Timestamp,
    closed_at: Timestamp.nullable().meta({ description: "null: it is open." }),
    is_dismissed: z.boolean().meta({ description: "Whether a person closed it." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "InvoiceNotice" });
