import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";

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

export const ListInvoiceNotices = z.strictObject({
  ...pageQuery,
  invoice_id: Identifier.optional().meta({ description: "Only those about this invoice." }),
  is_open: booleanText()
    .meta({ description: "Only those that are open, or only those that are not." })
    .optional(),
});

export const InvoiceNoticePage = pageOf(InvoiceNotice);

export const DismissInvoiceNotice = z
  .strictObject({ id: Identifier })
  .meta({ id: "DismissInvoiceNoticeRequest" });

const shared = { tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const listInvoiceNoticesMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/invoice-notices",
  summary: "List notices about invoices",
  description:
    "Newest first: what the card provider tells of invoices and a person has to act on, with what to do. One closes when there is nothing left to do, or when it is dismissed.",
  errors: [],
});

export const dismissInvoiceNoticeMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/invoice-notices/{id}/dismiss",
  summary: "Dismiss a notice about an invoice",
  description: "Closes it, because you have acted or will not. Dismissed twice is dismissed once.",
  isAtomic: true,
  errors: ["invoice_notice_not_found"],
});
