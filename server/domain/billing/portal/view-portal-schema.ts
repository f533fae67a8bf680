import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { CustomerSummary } from "../../customers/schema.ts";
import { LinkedNote } from "../credit-notes/schema.ts";
import { Invoice, ReceiptLink } from "../invoices/schema.ts";

export const ViewPortal = z.strictObject({});

/** The portal's own data: its customer, and invoices with links to their documents. */
export const PortalView = z.object({
  customer: CustomerSummary,
  overage: z
    .array(
      z.object({
        feature_key: z.string(),
        currency: z.string(),
        unit_amount: z.string().nullable().meta({
          description: "The price of a started step past the limit, minor units; null: prices in tiers.",
        }),
        step: z.number().meta({ description: "Units in a step." }),
      }),
    )
    .meta({ description: "Features whose usage past the limit the customer pays for, and at which price." }),
  owed: z
    .array(
      z.object({
        invoice_id: z.string(),
        number: z.string().nullable(),
        amount: z.number().int().meta({ description: "What is left to pay, in minor units." }),
        currency: z.string(),
        due_at: Timestamp.nullable(),
        is_overdue: z.boolean(),
        is_by_transfer: z.boolean(),
        how_to_pay: z.string().nullable().meta({
          description:
            "By transfer: the bank details, as the invoice says them, else the settings. null: nobody wrote any.",
        }),
        pdf_url: z.url(),
        hosted_url: z
          .string()
          .nullable()
          .meta({ description: "By card: the provider's page that takes the payment." }),
      }),
    )
    .meta({ description: "Open invoices of which something is left to pay, the oldest first." }),
  invoices: z.array(
    Invoice.extend({
      pdf_url: z.url().nullable(),
      receipts: z.array(ReceiptLink),
      credit_notes: z.array(LinkedNote),
    }),
  ),
});
