import { z } from "zod";
import { Identifier, TimestampInput, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const PayInvoice = z
  .strictObject({
    id: Identifier,
    amount: Amount.min(1).max(MAX_AMOUNT).optional().meta({
      description:
        "What came, in minor units; the remaining amount when left out. More than that is refused (payment_exceeds_balance) unless surplus says what becomes of the rest.",
    }),
    surplus: z.enum(["credit"]).optional().meta({
      description:
        "credit: what came beyond the remaining amount becomes the customer's credit, which the next invoice of the subscription uses, or of the customer's oldest one that is paid by transfer in the same currency; where there is none, the customer's next one-off invoice by transfer uses it. No surplus is no error.",
    }),
    paid_at: TimestampInput.optional().meta({
      description:
        "When the money arrived; now when left out. Not in the future (payment_date_in_future), nor more than a year before the invoice was issued (payment_date_too_early); for a customer on a test clock its time counts.",
    }),
    reference: text(200).optional().meta({
      description:
        "The transfer's reference, say. The same amount, day and reference twice on one invoice is refused (payment_duplicate).",
    }),
  })
  .meta({ id: "PayInvoiceRequest" });

export const payInvoiceMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/payments",
  summary: "Record a payment of an invoice of ours",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "payment_exceeds_balance",
    "invoice_collected_by_card",
    "payment_date_in_future",
    "payment_date_too_early",
    "payment_duplicate",
  ],
  description:
    "PROVIDER_B: money received by transfer, in full or in part, or with `surplus` more than is due; an empty body pays all that is left, now. When nothing is left to pay the invoice is PAID, and a subscription that was past due is ACTIVE again.",
});
