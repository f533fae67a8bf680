import type { z } from "zod";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { inCustomerTime } from "../../../customers/in-customer-time.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "../../invoices/load-invoice.ts";
import type { Invoice } from "../../invoices/schema.ts";
import { payInvoice, voidInvoice } from "../../invoices/settle-invoice.ts";
import { viewInvoice } from "../../invoices/view-invoice.ts";
import { refreshStatus } from "./age-invoices.ts";
import type { PayInvoice, VoidInvoice } from "./settle-schema.ts";

type View = z.output<typeof Invoice>;

/**
 * Writes down that an invoice of ours was paid, wholly or in part; its subscription's status follows in the same transaction.
 * K6012, K6013 not open, K6014 more than is owed, K6016 the card provider's.
 */
export function recordPayment(scope: Scope, input: z.output<typeof PayInvoice>): Promise<View> {
  return settle(scope, input.id, (tx, inTime) =>
    payInvoice(tx, inTime, input.id, {
      amount: input.amount === undefined ? null : BigInt(input.amount),
      paidAt: input.paid_at === undefined ? inTime.clock.now() : new Date(input.paid_at),
      reference: input.reference ?? null,
    }),
  );
}

/** Takes an invoice of ours back. K6012, K6013 not open or paid in part, K6016. */
export function takeBackInvoice(scope: Scope, { id }: z.output<typeof VoidInvoice>): Promise<View> {
  return settle(scope, id, (tx, inTime) => voidInvoice(tx, inTime, id));
}

async function settle(
  caller: Scope,
  id: string,
  work: (tx: Tx, scope: Scope) => Promise<LoadedInvoice>,
): Promise<View> {
  const { tenantId, db } = caller;
  const { customerId, subscriptionId } = await getInvoiceOrThrow(db, caller, id);
  const key = { tenantId_id: { tenantId, id: customerId } };
  const scope = await inCustomerTime(db, caller, await db.customer.findUniqueOrThrow({ where: key }));
  const invoice = await db.$transaction(async (tx) => {
    // The subscription's row first, as everybody takes them.
    if (subscriptionId !== null)
      await tx.$queryRaw`select 1 from subscriptions where tenant_id = ${tenantId} and id = ${subscriptionId} for update`;
    const settled = await work(tx, scope);
    if (subscriptionId !== null) await refreshStatus(tx, scope, subscriptionId);
    return settled;
  });
  return viewInvoice(invoice, scope.clock.now());
}
