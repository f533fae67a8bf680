import type { z } from "zod";
import type { Scope } from "../../../../platform/scope.ts";
import { takeBack } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { TakeBackPayment } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/**
 * Takes back a payment of a manual invoice; one that was paid is open again with the due date that it had. The status of its subscription
 * changes in the same transaction. Of two at once the first one counts. K6012, K6016 the card provider's, K6031 no such payment,
 * K6032 taken back already.
 */
export function takeBackPayment(
  scope: Scope,
  { id, payment_id: paymentId, reason }: z.output<typeof TakeBackPayment>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) =>
    takeBack(tx, customerScope, id, { paymentId, reason }),
  );
}
