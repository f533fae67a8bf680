import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import { requireOwn, type Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { getInvoiceOrThrow, INVOICE_PARTS } from "./load-invoice.ts";
import type * as schema from "./schema.ts";
import { viewInvoice } from "./view-invoice.ts";

/** Invoices of both providers, newest first. A user's token sees its own customer's. K3003. */
export async function listInvoices(
  scope: Scope,
  input: z.output<typeof schema.ListInvoices>,
): Promise<z.output<typeof schema.InvoicePage>> {
  const { tenantId, db, clock, ownCustomerId } = scope;
  const named = input.customer ?? ownCustomerId;
  const customer = named ? await getCustomerOrThrow(db, scope, named) : null;
  if (customer) requireOwn(scope, customer.id);
  const now = clock.now();
  const overdue = { status: "OPEN", dueAt: { lte: now } } as const;
  const rows = await db.invoice.findMany({
    ...newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(input.subscription_id && { subscriptionId: input.subscription_id }),
      ...(input.status && { status: input.status }),
      ...(input.provider && { provider: input.provider }),
      ...(input.is_overdue === true && { AND: overdue }),
      ...(input.is_overdue === false && { NOT: overdue }),
    }),
    include: INVOICE_PARTS,
  });
  return toPage(rows, input.limit, (row) => viewInvoice(row, now));
}

/** One invoice with its lines. K6012. */
export async function getInvoice(
  scope: Scope,
  { id }: z.output<typeof schema.InvoiceId>,
): Promise<z.output<typeof schema.Invoice>> {
  return viewInvoice(await getInvoiceOrThrow(scope.db, scope, id), scope.clock.now());
}
