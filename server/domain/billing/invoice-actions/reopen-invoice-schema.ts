import { z } from "zod";
import { Identifier, lines } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const ReopenInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." }),
  })
  .meta({ id: "ReopenInvoiceRequest" });

export const reopenInvoiceMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/reopen",
  errors: ["invoice_not_found", "invoice_status_conflict", "invoice_collected_by_card"],
  summary: "Take back the write-off of an invoice of ours",
  description:
    "PROVIDER_B: an UNCOLLECTIBLE invoice is OPEN again for what is not paid of it, with the due date that it has, and the status of its subscription follows. An invoice that the card provider gave up stays so (invoice_collected_by_card).",
});
