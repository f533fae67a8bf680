import type { z } from "zod";
import type { Refund as Row } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { viewTakenBack } from "../invoices/list-payments.ts";
import type { Refund } from "./schema.ts";

/** A refund as it is shown. */
export function viewRefund(row: Row): z.output<typeof Refund> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer_id: row.customerId,
    invoice_id: row.invoiceId,
    credit_note_id: row.creditNoteId,
    is_of_credit: row.isOfCredit,
    provider: row.provider,
    provider_refund_id: row.providerRefundId,
    status: row.status,
    currency: row.currency,
    amount: toWireAmount(row.amount),
    reason: row.reason,
    reference: row.reference,
    refunded_at: row.refundedAt.toISOString(),
    taken_back: viewTakenBack(row),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
