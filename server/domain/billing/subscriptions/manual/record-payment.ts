import type { z } from "zod";
import type { Scope } from "../../../../platform/scope.ts";
import { addPayment } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { PayInvoice } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/**
 * Records a payment, full or partial, of a manual invoice; the status of its subscription changes in the same transaction.
 * K6012, K6013 not open, K6014 more than is due, K6016 the card provider collects it.
 */
export function recordPayment(
  scope: Scope,
  input: z.output<typeof PayInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, input.id, (tx, customerScope) =>
    addPayment(tx, customerScope, input.id, {
      amount: input.amount === undefined ? null : BigInt(input.amount),
      paidAt: input.paid_at === undefined ? customerScope.clock.now() : new Date(input.paid_at),
      reference: input.reference ?? null,
    }),
  );
}
