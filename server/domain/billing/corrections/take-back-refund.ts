import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Refund } from "../../../platform/database/client/client.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { settleUncollectibleCredits } from "../charges/uncollectible-credits.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { keepRefunded } from "../credit-notes/keep-refunded.ts";
import { writeDecision } from "../invoices/decisions.ts";
import { creditLeftBy } from "../invoices/issue-invoice.ts";
import { statusAfter } from "../invoices/lifecycle.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import type * as schema from "../refunds/schema.ts";
import { viewRefund } from "../refunds/view-refund.ts";
import { changeInvoice } from "../subscriptions/by-invoice/update-invoice.ts";

/**
 * Takes back a refund that was recorded by mistake, or whose transfer came back: the money was never given back, and the refund stays in
 * the list as CANCELED. What a credit note gave back so lowers what is to be paid, and is credit of what was paid; credit that was paid out
 * is credit again. Of two at once the first one counts. Throws invoice_collected_by_card, refund_not_found or refund_taken_back.
 */
export async function takeBackRefund(
  caller: Scope,
  { id, reason }: z.output<typeof schema.TakeBackRefund>,
): Promise<z.output<typeof schema.Refund>> {
  const { invoiceId } = await findRefund(caller.db, caller, id);
  return changeInvoice(caller, invoiceId, async (tx, scope) => {
    const { tenantId, clock, actor } = scope;
    const invoice = await lockInvoice(tx, scope, invoiceId);
    const refund = await findRefund(tx, scope, id);
    if (refund.provider !== BY_INVOICE) throw new ApiError("invoice_collected_by_card");
    if (refund.status !== "SUCCEEDED") throw new ApiError("refund_taken_back");
    const now = clock.now();
    const canceled = await tx.refund.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        status: "CANCELED",
        updatedAt: now,
        takenBackAt: now,
        takenBackReason: reason,
        takenBackByType: actor.type,
        takenBackById: actor.id,
      },
    });
    const offDue = await keepAmount(tx, scope, invoice, refund);
    const amountDue = invoice.amountDue - offDue;
    const isSettled = invoice.status !== "PAID" && amountDue === invoice.amountPaid;
    await tx.invoice.update({
      where: { tenantId_id: { tenantId, id: invoiceId } },
      data: {
        amountDue,
        creditNotes: (invoice.creditNotes ?? 0n) + offDue,
        updatedAt: now,
        amountRefunded: invoice.amountRefunded - refund.amount,
        ...(isSettled && { status: statusAfter(invoice.status, "pay"), paidAt: now }),
      },
    });
    if (invoice.status === "UNCOLLECTIBLE" && invoice.subscriptionId !== null)
      await settleUncollectibleCredits(tx, scope, invoice.subscriptionId);
    await writeDecision(tx, scope, invoiceId, { kind: "REFUND_TAKEN_BACK", reason });
    await recordChange(tx, scope, {
      type: "refund.updated",
      objectType: "refund",
      objectId: id,
      before: viewRefund(refund),
      after: viewRefund(canceled),
    });
    await recordInvoice(tx, scope, isSettled ? "pay" : "credit", invoice);
    return viewRefund(canceled);
  });
}

/** Where the amount stays that did not go back. Returns how much of it comes off what is to be paid of the invoice. */
async function keepAmount(tx: Tx, scope: Scope, invoice: LoadedInvoice, refund: Refund): Promise<bigint> {
  const { id, amount, creditNoteId, isOfCredit } = refund;
  if (creditNoteId !== null) return keepRefunded(tx, scope, invoice, { id, creditNoteId, amount });
  if (isOfCredit) {
    const { customerId, subscriptionId, provider, currency } = invoice;
    const owner = { customerId, subscriptionId, provider, currency };
    await writeCharges(tx, scope, owner, [creditLeftBy(invoice, amount, scope.clock.now())]);
  }
  return 0n;
}

async function findRefund(tx: Tx, { tenantId }: Scope, id: string): Promise<Refund> {
  const refund = await tx.refund.findUnique({ where: { tenantId_id: { tenantId, id } } });
  if (!refund) throw new ApiError("refund_not_found");
  return refund;
}
