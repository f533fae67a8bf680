import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { Invoice } from "../invoices/schema.ts";
import { reopen } from "../invoices/settle-invoice.ts";
import { updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import type { ReopenInvoice } from "./reopen-invoice-schema.ts";

/**
 * Takes back the write-off of an invoice of ours: it is open again for what is not paid, and the status of its subscription follows. Of two
 * at once the first one counts. Throws invoice_not_found, invoice_status_conflict or invoice_collected_by_card.
 */
export function reopenInvoice(
  scope: Scope,
  { id, reason }: z.output<typeof ReopenInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) => reopen(tx, customerScope, id, reason));
}
