import type { z } from "zod";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { lockCustomer } from "../../../customers/find-customer.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "../../invoices/load-invoice.ts";
import type { Invoice } from "../../invoices/schema.ts";
import { viewInvoice } from "../../invoices/view-invoice.ts";
import { lockSubscription } from "../update-subscription.ts";
import { updateDunningStatus } from "./apply-dunning.ts";

/** Changes an invoice and, in the same transaction, the dunning status of its subscription. Throws invoice_not_found. */
export function updateInvoice(
  caller: Scope,
  id: string,
  work: (tx: Tx, scope: Scope) => Promise<LoadedInvoice>,
): Promise<z.output<typeof Invoice>> {
  return changeInvoice(caller, id, async (tx, scope) =>
    viewInvoice(await work(tx, scope), scope.clock.now()),
  );
}

/** As updateInvoice; answers what `work` answers. */
export async function changeInvoice<T>(
  caller: Scope,
  id: string,
  work: (tx: Tx, scope: Scope) => Promise<T>,
): Promise<T> {
  const { subscriptionId, customerId } = await getInvoiceOrThrow(caller.db, caller, id);
  const scope = await scopeOfInvoice(caller, id);
  return caller.db.$transaction(async (tx) => {
    // Every transaction locks the subscription, or the customer, before the invoice, so that none deadlocks.
    if (subscriptionId !== null) await lockSubscription(tx, scope, subscriptionId);
    else await lockCustomer(tx, scope, customerId);
    const done = await work(tx, scope);
    if (subscriptionId !== null) await updateDunningStatus(tx, scope, subscriptionId);
    return done;
  });
}

/** A caller's scope in the time of the customer of an invoice. Throws invoice_not_found. */
export async function scopeOfInvoice(caller: Scope, id: string): Promise<Scope> {
  const { tenantId, db } = caller;
  const { customerId } = await getInvoiceOrThrow(db, caller, id);
  const key = { tenantId_id: { tenantId, id: customerId } };
  return withCustomerClock(db, caller, await db.customer.findUniqueOrThrow({ where: key }));
}
