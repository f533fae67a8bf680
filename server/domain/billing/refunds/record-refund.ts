import { ApiError } from "../../../errors/api-error.ts";
import { MAX_AHEAD_SECONDS, pastMoment } from "../../../platform/clock.ts";
import type { Refund } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { requireLikelyDay } from "../invoices/money-day.ts";
import { viewRefund } from "./view-refund.ts";

interface Given {
  amount: bigint;
  creditNoteId: string | null;
  /** It pays out the credit that the invoice carries. */
  isOfCredit?: boolean;
  reason: string | null;
  reference: string | null;
  refundedAt: Date;
}

/** When money was given back, as the caller states it; now is the customer's. Throws refund_date_in_future. */
export function refundMoment(said: string | undefined, now: Date): Date {
  if (said === undefined) return now;
  const moment = pastMoment(new Date(said), now);
  if (moment !== null) return moment;
  const refundedAt = new Date(said).toISOString();
  throw new ApiError("refund_date_in_future", {
    details: { refunded_at: refundedAt, now: now.toISOString(), seconds: MAX_AHEAD_SECONDS },
  });
}

/**
 * Writes down money that was given back by hand for an invoice, with its event; the caller adds it to the invoice, which the transaction
 * locks. The journal follows when the row is written. Throws payment_date_too_early.
 */
export async function recordRefund(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  given: Given,
): Promise<Refund> {
  const { tenantId, actor, clock } = scope;
  requireLikelyDay(given.refundedAt, invoice);
  const now = clock.now();
  const { id: invoiceId, customerId, provider, currency } = invoice;
  const row = await tx.refund.create({
    data: {
      tenantId,
      id: newId("refund"),
      provider,
      invoiceId,
      customerId,
      currency,
      status: "SUCCEEDED",
      ...given,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: now,
      updatedAt: now,
    },
  });
  await recordChange(tx, scope, {
    type: "refund.created",
    objectType: "refund",
    objectId: row.id,
    after: viewRefund(row),
  });
  return row;
}
