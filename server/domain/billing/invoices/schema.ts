import { z } from "zod";
import { ActorType, Identifier, Timestamp } from "../../../platform/schema/common.ts";
import { Amount } from "../../../platform/schema/money.ts";
import { isNamedFile, type NamedFile } from "../../../platform/schema/named-file.ts";
import { PROVIDERS } from "../../../platform/schema/provider.ts";

export const TakenBack = z
  .object({
    at: Timestamp.meta({ description: "When it was taken back." }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why, in a person's words; null after the customer's data was erased." }),
    actor_type: ActorType,
    actor_id: z.string().meta({ description: "Who took it back." }),
  })
  .meta({ id: "PaymentTakenBack" });

export const ReceiptId = z.strictObject({ id: Identifier, payment_id: Identifier });

export const ReceiptLink = z.object({ amount: Amount, paid_at: Timestamp, url: z.url() });

const InvoiceLine = z
  .object({
    id: z.string(),
    description: z.string(),
    amount: Amount,
    is_proration: z.boolean(),
    period_start: Timestamp.nullable(),
    period_end: Timestamp.nullable(),
  })
  .meta({ id: "InvoiceLine" });

export const Invoice = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    customer_id: z.string(),
    subscription_id: z.string().nullable(),
    provider: z.enum(PROVIDERS).meta({ description: "Who collects it." }),
    provider_invoice_id: z.string().nullable(),
    number: z
      .string()
      .nullable()
      .meta({ description: "The number on the invoice; null while it is a draft." }),
    reason: z.string().meta({
      description:
        "subscription_create, subscription_cycle, subscription_update, final, one_off (by hand, for no subscription) or manual.",
    }),
    status: z.enum(["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"]),
    currency: z.string(),
    subtotal: Amount,
    discount: Amount.meta({ description: "What discounts take off the subtotal." }),
    tax: Amount,
    total: Amount,
    amount_from_credit: Amount.meta({
      description:
        "What the customer's credit paid of it. Below 0: what earlier invoices were too small to collect, and this one does.",
    }),
    amount_kept_as_credit: Amount.meta({
      description: "What an invoice with a total below 0 leaves as the customer's credit.",
    }),
    amount_due: Amount.meta({
      description:
        "The total less amount_from_credit and amount_off_due, never below 0. Of a void invoice nothing is due.",
    }),
    amount_paid: Amount,
    amount_surplus: Amount.meta({
      description:
        "PROVIDER_B: what its payments brought beyond what was due, which is no part of amount_paid and became the customer's credit.",
    }),
    amount_remaining: Amount.meta({
      description: "What is left to pay of an open invoice; 0 for every other one.",
    }),
    amount_off_due: Amount.meta({ description: "What credit notes took off what was to be paid." }),
    amount_credited: Amount.meta({ description: "What all its credit notes take back." }),
    amount_refunded: Amount.meta({ description: "What was given back as money, or is on its way." }),
    amount_disputed: Amount.meta({
      description: "What banks took back for their cardholders, and did not give back: see its disputes.",
    }),
    amount_written_off: Amount.meta({
      description: "What is not paid of an UNCOLLECTIBLE invoice; 0 for every other one.",
    }),
    is_overdue: z.boolean().meta({
      description:
        "Whether it is open and the day of due_at is over, in UTC: what is due on the 14th, at whatever moment, is overdue from the 15th on. For a customer on a test clock its time counts.",
    }),
    period_start: Timestamp.nullable(),
    period_end: Timestamp.nullable(),
    issued_at: Timestamp.nullable(),
    due_at: Timestamp.nullable().meta({
      description: "When it is to be paid. Documents, mails and pages name its day in UTC.",
    }),
    paid_at: Timestamp.nullable(),
    voided_at: Timestamp.nullable(),
    attempt_count: z.number().int(),
    next_attempt_at: Timestamp.nullable().meta({ description: "When the provider tries the card again." }),
    hosted_url: z.string().nullable().meta({ description: "The provider's page to look at and pay it." }),
    replaces_id: z
      .string()
      .nullable()
      .meta({ description: "The void invoice that this one was issued for; null: none." }),
    replaced_by_id: z
      .string()
      .nullable()
      .meta({ description: "The invoice that was issued for this one, which is void; null: none." }),
    created_at: Timestamp,
    updated_at: Timestamp,
    lines: z.array(InvoiceLine),
  })
  .meta({ id: "Invoice" });

export const InvoiceId = z.strictObject({ id: Identifier });

export const PdfFile = z.custom<NamedFile>(isNamedFile).meta({ override: { type: "string" } });

export const InvoiceLink = z.object({ url: z.string() });
