import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { MAX_AHEAD_SECONDS, pastMoment } from "../../../../platform/clock.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { addPayment } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { PayInvoice } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/**
 * Records a payment, full or partial, of a manual invoice; the status of its subscription changes in the same transaction.
 * K6012, K6013 not open, K6014 more than is due, unless the surplus is kept as credit; K6016 the card provider collects it, K6030
 * paid_at is in the future, K6034 it is more than a year before the invoice was issued.
 */
export function recordPayment(
  scope: Scope,
  input: z.output<typeof PayInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, input.id, (tx, customerScope) =>
    addPayment(tx, customerScope, input.id, {
      amount: input.amount === undefined ? null : BigInt(input.amount),
      paidAt: paidAt(input.paid_at, customerScope.clock.now()),
      reference: input.reference ?? null,
      keepsSurplus: input.surplus === "credit",
    }),
  );
}

/** When the money arrived, as the caller states it; now is the customer's. K6030. */
function paidAt(said: string | undefined, now: Date): Date {
  if (said === undefined) return now;
  const moment = pastMoment(new Date(said), now);
  if (moment === null)
    throw new ApiError("K6030", {
      details: { paid_at: new Date(said).toISOString(), now: now.toISOString(), seconds: MAX_AHEAD_SECONDS },
    });
  return moment;
}
