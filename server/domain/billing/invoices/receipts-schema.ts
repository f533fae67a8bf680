import { operation } from "../../../platform/schema/operation.ts";
import { COSTLY_READ } from "../../../platform/schema/throttles.ts";

export const downloadReceiptMeta = operation({
  method: "GET",
  path: "/v1/billing/invoices/{id}/payments/{payment_id}/receipt",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Download the receipt of a payment as PDF",
  description:
    "PROVIDER_B: of a payment in part as well. One that was taken back says so. Receipts of PROVIDER_A are the card provider's.",
  errors: ["invoice_not_found", "payment_not_found"],
  answersFile: "application/pdf",
  throttle: COSTLY_READ,
});
