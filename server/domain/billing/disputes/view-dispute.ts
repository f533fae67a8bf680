import type { z } from "zod";
import type { Dispute as Row } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { Dispute } from "./schema.ts";

/** A dispute as it is shown. */
export function viewDispute(row: Row): z.output<typeof Dispute> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    customer_id: row.customerId,
    invoice_id: row.invoiceId,
    provider: row.provider,
    provider_dispute_id: row.providerDisputeId,
    status: row.status,
    currency: row.currency,
    amount: toWireAmount(row.amount),
    amount_withdrawn: toWireAmount(row.withdrawn),
    reason: row.reason,
    evidence_due_at: row.evidenceDueAt?.toISOString() ?? null,
    opened_at: row.openedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
