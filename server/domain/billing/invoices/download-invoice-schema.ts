import { operation } from "../../../platform/schema/operation.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";

export const downloadInvoiceMeta = operation({
  method: "GET",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  path: "/v1/billing/invoices/{id}/pdf",
  summary: "Download an invoice as PDF",
  description: "The card provider's own document, or ours.",
  errors: ["invoice_not_found", "invoice_status_conflict", "card_provider_unavailable"],
  answersFile: "application/pdf",
  throttle: COSTLY_READ,
});
