import type { z } from "zod";
import type { Scope } from "../../../../platform/scope.ts";
import { markVoid } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { VoidInvoice } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/**
 * Voids a manual invoice: nothing more is owed for it. What was charged on it waits for the next invoice or is written off; credit
 * that it had used can be used again. K6012, K6013 not open or partially paid, K6016 the card provider's.
 */
export function voidInvoice(
  scope: Scope,
  { id, charges, reason }: z.output<typeof VoidInvoice>,
): Promise<z.output<typeof Invoice>> {
  const to = charges === "wait" ? "WAITING" : "WRITTEN_OFF";
  return updateInvoice(scope, id, (tx, customerScope) =>
    markVoid(tx, customerScope, id, { to, code: "VOIDED", reason: reason ?? null }),
  );
}
