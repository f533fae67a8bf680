import type { Scope } from "../../../platform/scope.ts";
import { documentLink, type LinkedDocument } from "./document-link.ts";
import { downloadInvoice } from "./download-invoice.ts";

export const LINKED_INVOICE: LinkedDocument = {
  folder: "invoices",
  context: "invoice link",
  unknown: "invoice_not_found",
  download: downloadInvoice,
};

/** A bearer link to one invoice's PDF, for mails. */
export function invoiceLink(scope: Scope, invoiceId: string): string {
  return documentLink(scope, LINKED_INVOICE, invoiceId);
}
