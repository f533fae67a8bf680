import type { Scope, Tx } from "../../../platform/scope.ts";
import { refundedAlone } from "../invoices/given-of-paid.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { creditOnLines } from "../invoices/paid-by-credit.ts";
import { creditedOf } from "../invoices/rules.ts";

/**
 * What credit notes can still take back of an invoice as a whole: what it billed, its total with the credit on its lines, less its
 * notes, and less what was refunded without one.
 */
export async function leftToCredit(tx: Tx, scope: Scope, invoice: LoadedInvoice): Promise<bigint> {
  const billed = invoice.total + (await creditOnLines(tx, scope, invoice));
  return billed - creditedOf(invoice) - (await refundedAlone(tx, scope, invoice.id));
}
