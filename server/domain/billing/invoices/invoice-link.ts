import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { documentLink, type LinkedDocument } from "./document-link.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";
import type { InvoiceId, InvoiceLink } from "./schema.ts";

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

/** A link that opens the invoice's PDF in a browser. Throws invoice_not_found or invoice_status_conflict. */
export async function linkInvoice(
  scope: Scope,
  { id }: z.output<typeof InvoiceId>,
): Promise<z.output<typeof InvoiceLink>> {
  const { status } = await getInvoiceOrThrow(scope.db, scope, id);
  if (status === "DRAFT") throw new ApiError("invoice_status_conflict", { details: { status } });
  return { url: invoiceLink(scope, id) };
}
