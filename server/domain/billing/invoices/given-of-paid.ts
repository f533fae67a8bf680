import type { Scope, Tx } from "../../../platform/scope.ts";
import { REFUNDED_ALONE } from "../charges/kept-of-lines.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/** What was given back of an invoice without a credit note: what was billed stays billed, and is not given back once more. */
export async function refundedAlone(tx: Tx, { tenantId }: Scope, invoiceId: string): Promise<bigint> {
  const { _sum } = await tx.refund.aggregate({
    where: { tenantId, invoiceId, ...REFUNDED_ALONE },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}

/**
 * What of an invoice of ours was paid and then refunded, or made credit by credit notes: so much of its payments cannot be taken back
 * any more.
 */
export async function givenOfPaid(tx: Tx, scope: Scope, invoice: LoadedInvoice): Promise<bigint> {
  const { id, amountCredited, creditNotes } = invoice;
  return amountCredited - (creditNotes ?? 0n) + (await refundedAlone(tx, scope, id));
}
