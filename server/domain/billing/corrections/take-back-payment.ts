import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { InvoicePayment } from "../../../platform/database/client/client.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { findNotPaidFor, takeBackNotes } from "../credit-notes/take-back-notes.ts";
import { findWriteOff, writeDecision } from "../invoices/decisions.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { takeBackOverpayment } from "../invoices/overpayment.ts";
import type { Invoice } from "../invoices/schema.ts";
import { settlePaid } from "../invoices/settle-invoice.ts";
import { updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import type { TakeBackPayment } from "./take-back-payment-schema.ts";

/**
 * Takes back a payment of an invoice of ours; the status of its subscription changes in the same transaction. The errors of takeBack.
 */
export function takeBackPayment(
  scope: Scope,
  { id, payment_id: paymentId, reason }: z.output<typeof TakeBackPayment>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) =>
    takeBack(tx, customerScope, id, { paymentId, reason }),
  );
}

/**
 * Takes back a payment that was recorded by mistake, or whose money went back. Its row stays; an invoice that was paid is open again for
 * its amount, with the due date that it had. One that is given up stays so, for the more; but once it was paid in full that is over, and a
 * decision says so. What it brought beyond what was due is credit no more, nor is what credit notes made credit of it: that comes off what
 * is to be paid instead. Money that was given back of it stays to be paid. Of two at once the first one counts.
 */
async function takeBack(
  tx: Tx,
  scope: Scope,
  id: string,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<LoadedInvoice> {
  const { tenantId, clock, actor } = scope;
  const row = await lockInvoice(tx, scope, id);
  const payment = await findPaymentToTakeBack(tx, scope, row, paymentId);
  await tx.invoicePayment.update({
    where: { tenantId_id: { tenantId, id: paymentId } },
    data: {
      takenBackAt: clock.now(),
      takenBackReason: reason,
      takenBackByType: actor.type,
      takenBackById: actor.id,
    },
  });
  if (payment.surplus > 0n) await takeBackOverpayment(tx, scope, paymentId);
  const amount = await findNotPaidFor(tx, scope, row, row.amountPaid - payment.amount);
  const lessened = await takeBackNotes(tx, scope, row, { amount, paymentId });
  const isPaid = await settlePaid(tx, scope, lessened, row.paidAt);
  if (row.status === "PAID" && !isPaid && (await findWriteOff(tx, scope, id)) !== null)
    await writeDecision(tx, scope, id, { kind: "REOPENED", reason });
  const isOpenAgain = row.status === "PAID" && !isPaid;
  return recordInvoice(tx, scope, isOpenAgain ? "take_back_payment" : "take_back_part", row);
}

/** A payment of an invoice of ours that counts. Throws invoice_collected_by_card, payment_not_found or payment_taken_back. */
export async function findPaymentToTakeBack(
  tx: Tx,
  { tenantId }: Scope,
  { id: invoiceId, provider }: LoadedInvoice,
  id: string,
): Promise<InvoicePayment> {
  if (provider !== BY_INVOICE) throw new ApiError("invoice_collected_by_card");
  const payment = await tx.invoicePayment.findFirst({ where: { tenantId, id, invoiceId } });
  if (!payment) throw new ApiError("payment_not_found");
  if (payment.takenBackAt !== null) throw new ApiError("payment_taken_back");
  return payment;
}
