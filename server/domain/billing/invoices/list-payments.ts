import type { z } from "zod";
import type { InvoicePayment as Row } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { InvoicePayment, ListPayments, PaymentPage } from "./list-payments-schema.ts";
import { getInvoiceOrThrow } from "./load-invoice.ts";

/** The payments of an invoice, newest first, those that were taken back included. Throws invoice_not_found. */
export async function listPayments(
  scope: Scope,
  { id, ...page }: z.output<typeof ListPayments>,
): Promise<z.output<typeof PaymentPage>> {
  const { db, tenantId } = scope;
  const { currency } = await getInvoiceOrThrow(db, scope, id);
  const rows = await db.invoicePayment.findMany(newestFirst(tenantId, page, { invoiceId: id }));
  return toPage(rows, page.limit, (row) => viewPayment(row, currency));
}

function viewPayment(row: Row, currency: string): z.output<typeof InvoicePayment> {
  return {
    id: row.id,
    invoice_id: row.invoiceId,
    amount: toWireAmount(row.amount),
    surplus: toWireAmount(row.surplus),
    currency,
    reference: row.reference,
    paid_at: row.paidAt.toISOString(),
    actor_type: row.actorType,
    actor_id: row.actorId,
    created_at: row.createdAt.toISOString(),
    taken_back: viewTakenBack(row),
  };
}

type TakenBack = Pick<Row, "takenBackAt" | "takenBackReason" | "takenBackByType" | "takenBackById">;

/** When, why and by whom a payment or a refund of ours was taken back; null: it counts. */
export function viewTakenBack({ takenBackAt, takenBackReason, takenBackByType, takenBackById }: TakenBack) {
  if (takenBackAt === null) return null;
  return {
    at: takenBackAt.toISOString(),
    reason: takenBackReason,
    actor_type: takenBackByType ?? "SYSTEM",
    actor_id: takenBackById ?? "",
  };
}
