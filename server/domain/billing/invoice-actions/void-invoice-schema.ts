import { z } from "zod";
import { Identifier, lines } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const VoidInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).optional().meta({ description: "Kept with the invoice (`GET …/decisions`)." }),
    charges: z.enum(["reissue", "wait", "write_off"]).default("write_off").meta({
      description:
        "What becomes of what was charged on it. reissue: it is on a new invoice, issued at once under the next number, with today's date and the customer's present address, due as a new one is and not before the due date that this one has; `replaced_by_id` names it. wait: it is on the next invoice of its subscription; of one that has ended on one by itself, within minutes. write_off: it is not owed any more, and a later change of plan gives nothing back for it. Credit that the invoice had used is used by the new one, or can be used again.",
    }),
  })
  .meta({ id: "VoidInvoiceRequest" });

export const voidInvoiceMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/void",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "payment_exceeds_balance",
    "invoice_collected_by_card",
    "charge_without_subscription",
  ],
  summary: "Void an invoice of ours",
  description:
    "PROVIDER_B: nothing more is owed for it; `charges` says whether what was on it is invoiced again, at once or with the next invoice. Its number is not used again, so that numbers have no gaps.",
});
