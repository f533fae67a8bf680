import type { z } from "zod";
import type { Scope } from "../../../../platform/scope.ts";
import { writeOff } from "../../invoices/pay-or-void.ts";
import type { Invoice } from "../../invoices/schema.ts";
import type { WriteOffInvoice } from "./payment-schema.ts";
import { updateInvoice } from "./update-invoice.ts";

/**
 * Gives up what is left to pay of a manual invoice; the status of its subscription follows in the same transaction. K6012, K6013 not
 * open, K6016 the card provider's.
 */
export function writeOffInvoice(
  scope: Scope,
  { id, reason }: z.output<typeof WriteOffInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) => writeOff(tx, customerScope, id, reason));
}
