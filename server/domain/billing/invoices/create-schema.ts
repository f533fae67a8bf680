import { z } from "zod";
import { Currency, Identifier, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

const Line = z.strictObject({
  description: text(500).meta({ description: "The text of the line." }),
  amount: Amount.min(1).max(MAX_AMOUNT),
});

export const CreateInvoice = z
  .strictObject({
    customer: Identifier,
    provider: z
      .enum(["PROVIDER_A", "PROVIDER_B"])
      .default("PROVIDER_B")
      .meta({ description: "Who collects it: PROVIDER_A by card, PROVIDER_B by transfer." }),
    currency: Currency,
    lines: z.array(Line).min(1).max(100).meta({ description: "What is invoiced, in this order." }),
    due_days: z.number().int().min(0).max(365).optional().meta({
      description:
        "PROVIDER_B: days within which it is to be paid; the tenant's when left out. A card is charged at once.",
    }),
  })
  .refine(({ provider, due_days }) => provider === "PROVIDER_B" || due_days === undefined, {
    path: ["due_days"],
    message: "is for invoices that are paid by transfer",
  })
  .meta({ id: "CreateInvoiceRequest" });

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
    "A one-off invoice for no subscription. PROVIDER_B: to be paid by transfer, issued at once under the next number and mailed; each line is a charge with the cause ITEM. PROVIDER_A: the card provider issues it and charges the customer's default card, or the newest one where none is the default; where the card is declined, it stays OPEN, and the provider tries again.",
  errors: ["K3003", "K5011", "K6048", "K6052", "K6053", "K7005", "K7006", "K7007", "K7009"],
});
