import type { z } from "zod";
import { smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { timesOfCustomers } from "../../customers/customer-clock.ts";
import { creditableBilledLines, sumOfLeft } from "../credit-notes/draft-note.ts";
import type * as schema from "../credit-notes/schema.ts";
import { refundedAlone } from "../invoices/given-of-paid.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import { paidByCredit } from "../invoices/paid-by-credit.ts";
import { creditableLines as creditableAtProvider, roomOf } from "./provider-request.ts";

/** What can still be credited and refunded of an invoice, and what it is lessened by. Throws invoice_not_found. */
export async function readRoom(
  scope: Scope,
  { id }: z.output<typeof schema.CreditNoteId>,
): Promise<z.output<typeof schema.CorrectionRoom>> {
  return scope.db.$transaction(async (tx) => {
    const invoice = await getInvoiceOrThrow(tx, scope, id);
    const { credit, refund, unused, disputed } = await roomOf(tx, scope, invoice);
    const now = (await timesOfCustomers(tx, scope, [invoice.customerId]))(invoice.customerId);
    const isCreditable = invoice.status === "OPEN" || invoice.status === "PAID";
    const isRefundable = invoice.status !== "DRAFT" && invoice.status !== "VOID" && disputed === 0n;
    const isOurs = invoice.provider === BY_INVOICE;
    const lines = await (isOurs ? creditableBilledLines : creditableAtProvider)(tx, scope, invoice);
    const left = isOurs ? smaller(sumOfLeft(lines), credit) : credit;
    return {
      currency: invoice.currency,
      left_to_credit: isCreditable ? atLeastNothing(left) : 0,
      creditable_lines: lines.map((line) => ({
        id: line.id,
        left: atLeastNothing(smaller(line.left, left)),
      })),
      paid_by_credit: atLeastNothing(await paidByCredit(tx, scope, invoice)),
      left_to_refund: isRefundable ? atLeastNothing(refund) : 0,
      refunded_alone: toWireAmount(await refundedAlone(tx, scope, id)),
      given_for_unused_time: toWireAmount(unused),
      disputed: toWireAmount(disputed),
      now: now.toISOString(),
    };
  });
}

const atLeastNothing = (amount: bigint) => toWireAmount(amount > 0n ? amount : 0n);
