import type { z } from "zod";
import { smaller, toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { findNotPaidFor, isCreditOfNotesForNone } from "../credit-notes/take-back-notes.ts";
import { refundedOf } from "../invoices/given-of-paid.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import { isOverpaymentForNone } from "../invoices/overpayment.ts";
import type { PreviewTakeBack, TakeBackPreview } from "./preview-take-back-schema.ts";
import { findPaymentToTakeBack } from "./take-back-payment.ts";

/** What taking a payment back would do now. Nothing is written. The errors of the operation itself. */
export async function previewTakeBack(
  scope: Scope,
  { id, payment_id: paymentId }: z.output<typeof PreviewTakeBack>,
): Promise<z.output<typeof TakeBackPreview>> {
  return scope.db.$transaction(async (tx) => {
    const invoice = await getInvoiceOrThrow(tx, scope, id);
    const payment = await findPaymentToTakeBack(tx, scope, invoice, paymentId);
    const moneyLeft = invoice.amountPaid - payment.amount;
    const offDue = await findNotPaidFor(tx, scope, invoice, moneyLeft);
    const unpaid = invoice.amountDue - offDue - moneyLeft;
    const givenBack = (await refundedOf(tx, scope, id)) - moneyLeft;
    return {
      currency: invoice.currency,
      amount_unpaid: toWireAmount(unpaid),
      is_written_off: invoice.status === "UNCOLLECTIBLE" && unpaid > 0n,
      amount_off_due: toWireAmount(offDue),
      amount_given_back: toWireAmount(givenBack > 0n ? smaller(givenBack, unpaid) : 0n),
      amount_surplus: toWireAmount(payment.surplus),
      is_off_due_asked_at_once: offDue > 0n && (await isCreditOfNotesForNone(tx, scope, id)),
      is_surplus_asked_at_once: payment.surplus > 0n && (await isOverpaymentForNone(tx, scope, paymentId)),
    };
  });
}
