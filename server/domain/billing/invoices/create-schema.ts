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
    currency: Currency,
    lines: z.array(Line).min(1).max(100).meta({ description: "What is invoiced, in this order." }),
    due_days: z
      .number()
      .int()
      .min(0)
      .max(365)
      .optional()
      .meta({ description: "Days within which it is to be paid; the tenant's when left out." }),
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
    "PROVIDER_B: a one-off invoice for no subscription, to be paid by transfer. It is issued at once under the next number and mailed. Each line is a charge with the cause ITEM.",
  errors: ["K3003", "K5011"],
});
