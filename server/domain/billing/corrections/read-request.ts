import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type * as schema from "../credit-notes/schema.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import { viewRequest } from "./asking.ts";

/**
 * The newest credit note or refund that was asked for of a card invoice, while it is carried out or if it was refused; null: it is done, or
 * none was asked for. Throws invoice_not_found.
 */
export async function readRequest(
  scope: Scope,
  { id }: z.output<typeof schema.CreditNoteId>,
): Promise<z.output<typeof schema.NewestCorrection>> {
  const { tenantId, db } = scope;
  const { currency } = await getInvoiceOrThrow(db, scope, id);
  const newest = await db.correctionRequest.findFirst({
    where: { tenantId, invoiceId: id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return newest === null || newest.status === "DONE" ? null : viewRequest(newest, currency);
}
