import { z } from "zod";
import { Identifier, lines } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const WriteOffInvoice = z
  .strictObject({
    id: Identifier,
    reason: lines(500).meta({ description: "Why; kept with the invoice (`GET …/decisions`)." }),
  })
  .meta({ id: "WriteOffInvoiceRequest" });

export const writeOffInvoiceMeta = operation({
  method: "POST",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  path: "/v1/billing/invoices/{id}/write-off",
  errors: [
    "invoice_not_found",
    "invoice_status_conflict",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_not_connected",
    "card_provider_key_revoked",
    "card_provider_refused_request",
  ],
  summary: "Write off what is left of an invoice",
  description:
    "What is left to pay is given up, and the invoice is UNCOLLECTIBLE. What was paid of it stays paid. PROVIDER_B: its subscription is not past due because of it any more, and a payment that comes all the same can be recorded. PROVIDER_A: the card provider marks it uncollectible and collects it no more; one that was paid or voided there meanwhile is refused (invoice_status_conflict). After card_provider_unavailable it is finished within minutes.",
});
