import { z } from "zod";
import { Currency, Identifier, Timestamp, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { BY_INVOICE, PROVIDERS } from "../../../platform/schema/provider.ts";
import { PROVIDER_ERRORS } from "../../../platform/schema/provider-errors.ts";

const Line = z.strictObject({
  description: text(500).meta({ description: "The text of the line." }),
  amount: Amount.min(1).max(MAX_AMOUNT),
});

const fields = {
  customer: Identifier,
  provider: z
    .enum(PROVIDERS)
    .default(BY_INVOICE)
    .meta({ description: "Who collects it: PROVIDER_A by card, PROVIDER_B by transfer." }),
  currency: Currency,
  lines: z.array(Line).min(1).max(100).meta({ description: "What is invoiced, in this order." }),
  due_days: z.number().int().min(0).max(365).optional().meta({
    description:
      "PROVIDER_B: days within which it is to be paid; the tenant's when left out. A card is charged at once.",
  }),
};

const hasDueDaysOfItsOwn = ({ provider, due_days }: { provider: string; due_days?: number | undefined }) =>
  provider === BY_INVOICE || due_days === undefined;

const DUE_DAYS = { path: ["due_days"], message: "is for invoices that are paid by transfer" };

export const CreateInvoice = z
  .strictObject(fields)
  .refine(hasDueDaysOfItsOwn, DUE_DAYS)
  .meta({ id: "CreateInvoiceRequest" });

export const PreviewInvoice = z
  .strictObject(fields)
  .refine(hasDueDaysOfItsOwn, DUE_DAYS)
  .meta({ id: "PreviewInvoiceRequest" });

export const InvoicePreview = z
  .object({
    customer_id: Identifier,
    customer_name: z
      .string()
      .meta({ description: "The name; where there is none the e-mail address, else your id of them." }),
    customer_email: z.string().nullable().meta({ description: "Where the invoice goes by mail." }),
    provider: z.enum(PROVIDERS),
    currency: z.string(),
    lines: z.array(z.object({ description: z.string(), amount: Amount })),
    amount_from_credit: Amount.meta({
      description:
        "PROVIDER_B: what the customer's credit for no subscription pays; it is a line of the invoice, below 0.",
    }),
    total: Amount.meta({
      description:
        "The sum of the lines less amount_from_credit, with the taxes that come on top of it. What the customer's balance at the card provider pays of it is not known before it is issued.",
    }),
    has_automatic_tax: z
      .boolean()
      .meta({ description: "Whether the card provider computes taxes on the invoice." }),
    tax: Amount.nullable().meta({
      description:
        "The taxes, as the card provider computes them now; those that the amounts contain, too. 0 without automatic taxes; null where it needs the customer's address first, without which it issues the invoice without taxes, or refuses it.",
    }),
    due_at: Timestamp.nullable().meta({ description: "null: charged at once." }),
    card: z
      .object({ brand: z.string(), last4: z.string() })
      .nullable()
      .meta({ description: "The card that would be charged; null by transfer." }),
  })
  .meta({ id: "InvoicePreview" });

export const createInvoiceMeta = operation({
  method: "POST",
  path: "/v1/billing/invoices",
  status: 201,
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Invoice a customer by hand",
  description:
    "A one-off invoice for no subscription. PROVIDER_B: to be paid by transfer, issued at once under the next number and mailed; each line is a charge with the cause ITEM, and credit that the customer has for no subscription pays of it what it can. PROVIDER_A: the card provider issues it and charges the customer's default card, or the newest one where none is the default; where the card is declined, it stays OPEN, and the provider tries again.",
  errors: [
    "customer_not_found",
    "currency_unknown",
    "currency_not_sold",
    "amount_not_chargeable",
    "card_provider_refused_correction",
    "card_missing_for_currency",
    "one_off_invoice_in_progress",
    "tax_id_invalid",
    "tax_id_change_in_progress",
    ...PROVIDER_ERRORS,
  ],
});

export const previewInvoiceMeta = operation({
  method: "POST",
  path: "/v1/billing/invoices/preview",
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Preview an invoice by hand",
  description: "Who would be invoiced, what, until when, or with which card; nothing is written.",
  errors: [
    "customer_not_found",
    "currency_unknown",
    "currency_not_sold",
    "amount_not_chargeable",
    "card_missing_for_currency",
    "card_provider_answer_unknown",
  ],
});
