import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import type { Invoice } from "../invoices/schema.ts";
import { markVoid } from "../invoices/settle-invoice.ts";
import { updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import type { VoidInvoice } from "./void-invoice-schema.ts";

const TO = { reissue: "REISSUED", wait: "WAITING", write_off: "WRITTEN_OFF" } as const;

/**
 * Voids an invoice of ours: nothing more is owed for it. What was charged on it is on a new invoice that is issued in the same transaction,
 * waits for the next one or is written off; credit that it had used can be used again. Throws invoice_not_found, invoice_status_conflict or
 * invoice_collected_by_card.
 */
export function voidInvoice(
  scope: Scope,
  { id, charges, reason }: z.output<typeof VoidInvoice>,
): Promise<z.output<typeof Invoice>> {
  return updateInvoice(scope, id, (tx, customerScope) =>
    markVoid(tx, customerScope, id, { to: TO[charges], code: "VOIDED", reason: reason ?? null }),
  );
}
