import type { Scope, Tx } from "../../../platform/scope.ts";
import { refundedAlone } from "../invoices/given-of-paid.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { creditedOf } from "../invoices/rules.ts";

/** What credit notes can still take back of an invoice as a whole: its total less its notes, and less what was refunded without one. */
export async function leftToCredit(tx: Tx, scope: Scope, invoice: LoadedInvoice): Promise<bigint> {
  return invoice.total - creditedOf(invoice) - (await refundedAlone(tx, scope, invoice.id));
}
