import type { z } from "zod";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getInvoiceOrThrow } from "../invoices/load-invoice.ts";
import type { Invoice } from "../invoices/schema.ts";
import { writeOff } from "../invoices/settle-invoice.ts";
import { viewInvoice } from "../invoices/view-invoice.ts";
import { writeOffAtProvider } from "../invoices/write-off-at-provider.ts";
import { scopeOfInvoice, updateInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import { syncSubscriptionNow } from "../subscriptions/sync/sync-now.ts";
import type { WriteOffInvoice } from "./write-off-invoice-schema.ts";

/**
 * Gives up what is left to pay of an invoice. The status of its subscription follows: of ours in the same transaction, of the card
 * provider's as that says.
 */
export async function writeOffInvoice(
  caller: Scope,
  { id, reason }: z.output<typeof WriteOffInvoice>,
): Promise<z.output<typeof Invoice>> {
  const { provider, subscriptionId } = await getInvoiceOrThrow(caller.db, caller, id);
  if (provider === BY_INVOICE)
    return updateInvoice(caller, id, (tx, scope) => writeOff(tx, scope, id, reason));
  const scope = await scopeOfInvoice(caller, id);
  const invoice = await writeOffAtProvider(scope, id, reason);
  if (subscriptionId !== null) await syncSubscriptionNow(scope, subscriptionId);
  return viewInvoice(invoice, scope.clock.now());
}
