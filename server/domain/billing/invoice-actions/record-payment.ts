import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { MAX_AHEAD_SECONDS, pastMoment } from "../../../platform/clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Invoice } from "../invoices/schema.ts";
import { addPayment } from "../invoices/settle-invoice.ts";
import { updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import type { PayInvoice } from "./record-payment-schema.ts";

/** Records a payment, full or partial, of an invoice of ours; the status of its subscription changes in the same transaction. */
export function recordPayment(
  scope: Scope,
  input: z.output<typeof PayInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, input.id, (tx, customerScope) =>
    addPayment(tx, customerScope, input.id, {
      amount: input.amount === undefined ? null : BigInt(input.amount),
      paidAt: paidAt(input.paid_at, customerScope.clock.now()),
      reference: input.reference ?? null,
      keepsOverpayment: input.surplus === "credit",
    }),
  );
}

/** When the money arrived, as the caller states it; now is the customer's. Throws payment_date_in_future. */
function paidAt(said: string | undefined, now: Date): Date {
  if (said === undefined) return now;
  const moment = pastMoment(new Date(said), now);
  if (moment === null)
    throw new ApiError("payment_date_in_future", {
      details: { paid_at: new Date(said).toISOString(), now: now.toISOString(), seconds: MAX_AHEAD_SECONDS },
    });
  return moment;
}
