import type { z } from "zod";
import type { Scope } from "../../../../platform/scope.ts";
import { markVoid } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { VoidInvoice } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/** Voids a manual invoice: nothing more is owed for it. K6012, K6013 not open or partially paid, K6016 the card provider's. */
export function voidInvoice(
  scope: Scope,
  { id }: z.output<typeof VoidInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) => markVoid(tx, customerScope, id));
}
