import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { documentLink, type LinkedDocument } from "./document-link.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";
import { downloadReceiptOf } from "./receipts.ts";
import type { InvoiceLink, ReceiptId, ReceiptLink } from "./schema.ts";

export const LINKED_RECEIPT: LinkedDocument = {
  folder: "receipts",
  context: "receipt link",
  unknown: "payment_not_found",
  download: (scope, { id }) => downloadReceiptOf(scope, id),
};

/** A link that opens the receipt's PDF in a browser. Throws invoice_not_found or payment_not_found. */
export async function linkReceipt(
  scope: Scope,
  { id, payment_id: paymentId }: z.output<typeof ReceiptId>,
): Promise<z.output<typeof InvoiceLink>> {
  const { tenantId, db } = scope;
  await getInvoiceOrThrow(db, scope, id);
  const payment = await db.invoicePayment.findFirst({ where: { tenantId, invoiceId: id, id: paymentId } });
  if (!payment) throw new ApiError("payment_not_found");
  return { url: documentLink(scope, LINKED_RECEIPT, paymentId) };
}

/** The payments of these invoices that count, oldest first, each with a link to its receipt; by invoice. */
export async function receiptLinks(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<Map<string, z.output<typeof ReceiptLink>[]>> {
  const { tenantId, db } = scope;
  const payments = await db.invoicePayment.findMany({
    where: { tenantId, invoiceId: { in: [...invoiceIds] }, takenBackAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const byInvoice = Map.groupBy(payments, ({ invoiceId }) => invoiceId);
  const linked = [...byInvoice].map(([invoiceId, some]) => {
    const receipts = some.map(({ id, amount, paidAt }) => ({
      amount: toWireAmount(amount),
      paid_at: paidAt.toISOString(),
      url: documentLink(scope, LINKED_RECEIPT, id),
    }));
    return [invoiceId, receipts] as const;
  });
  return new Map(linked);
}
