import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { InvoicePayment } from "../../../platform/database/client/client.ts";
import { renderPdf } from "../../../platform/pdf/render.ts";
import type { NamedFile } from "../../../platform/schema/named-file.ts";
import type { Scope } from "../../../platform/scope.ts";
import { loadLogo } from "../../tenants/logos/load-logo.ts";
import { Letterhead } from "./letterhead.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "./load-invoice.ts";
import { printReceipt, type ReceiptOf, receiptNumber } from "./print-receipt.ts";
import type { ReceiptId } from "./schema.ts";

/** The receipt of a payment of an invoice of ours as PDF. Throws invoice_not_found or payment_not_found. */
export async function downloadReceipt(
  scope: Scope,
  { id, payment_id: paymentId }: z.output<typeof ReceiptId>,
): Promise<NamedFile> {
  const invoice = await getInvoiceOrThrow(scope.db, scope, id);
  return printed(scope, invoice, paymentId);
}

/** The same by the payment alone. */
export async function downloadReceiptOf(scope: Scope, paymentId: string): Promise<NamedFile> {
  const { tenantId, db } = scope;
  const payment = await db.invoicePayment.findUnique({
    where: { tenantId_id: { tenantId, id: paymentId } },
    select: { invoiceId: true },
  });
  if (!payment) throw new ApiError("payment_not_found");
  return printed(scope, await getInvoiceOrThrow(db, scope, payment.invoiceId), paymentId);
}

async function printed(scope: Scope, invoice: LoadedInvoice, paymentId: string): Promise<NamedFile> {
  const { tenantId, db } = scope;
  const payments = await db.invoicePayment.findMany({
    where: { tenantId, invoiceId: invoice.id },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const receipt = receiptOf(payments, paymentId);
  if (receipt === null || invoice.letterhead === null) throw new ApiError("payment_not_found");
  const letterhead = Letterhead.parse(invoice.letterhead);
  const logo = await loadLogo(scope, letterhead.logoUrl);
  const body = renderPdf({ ...printReceipt(invoice, receipt, letterhead), logo });
  return { name: receiptNumber(invoice, receipt.nth), ending: "pdf", body };
}

/** A payment among those of its invoice, oldest first; null: it is none of them. */
export function receiptOf(payments: readonly InvoicePayment[], paymentId: string): ReceiptOf | null {
  const index = payments.findIndex(({ id }) => id === paymentId);
  const payment = payments[index];
  if (!payment) return null;
  const counted = payments
    .slice(0, index)
    .filter(({ takenBackAt }) => takenBackAt === null || takenBackAt > payment.createdAt);
  return { payment, nth: index + 1, before: counted.reduce((sum, { amount }) => sum + amount, 0n) };
}
