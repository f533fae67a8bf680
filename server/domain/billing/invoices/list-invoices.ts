import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { timesOfCustomers } from "../../customers/customer-clock.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { filterInvoices } from "./filter-invoices.ts";
import type { InvoicePage, ListInvoices } from "./list-invoices-schema.ts";
import { getInvoiceOrThrow, INVOICE_PARTS, type LoadedInvoice } from "./load-invoice.ts";
import type { Invoice, InvoiceId } from "./schema.ts";
import { viewInvoice } from "./view-invoice.ts";

/** Invoices of both providers, newest first. A user's token sees its own customer's. Throws customer_not_found. */
export async function listInvoices(
  scope: Scope,
  input: z.output<typeof ListInvoices>,
): Promise<z.output<typeof InvoicePage>> {
  const { tenantId, db, ownCustomerId } = scope;
  const named = input.customer ?? ownCustomerId;
  const customer = named ? await getCustomerOrThrow(db, scope, named) : null;
  const last = decodeCursor(input.cursor);
  const after = last === undefined ? Prisma.empty : Prisma.sql`and i.id < ${last}`;
  const found = await db.$queryRaw<{ id: string }[]>`
    select i.id from invoices i where ${filterInvoices(scope, customer?.id ?? null, input)} ${after}
    order by i.id desc limit ${input.limit + 1}`;
  const rows = await db.invoice.findMany({
    where: { tenantId, id: { in: found.map(({ id }) => id) } },
    orderBy: { id: "desc" },
    include: INVOICE_PARTS,
  });
  const view = await viewer(db, scope, rows);
  return toPage(rows, input.limit, view);
}

/** One invoice with its lines. Throws invoice_not_found. */
export async function getInvoice(
  scope: Scope,
  { id }: z.output<typeof InvoiceId>,
): Promise<z.output<typeof Invoice>> {
  const invoice = await getInvoiceOrThrow(scope.db, scope, id);
  return (await viewer(scope.db, scope, [invoice]))(invoice);
}

/** Shows these invoices, each in its customer's time. */
async function viewer(tx: Tx, scope: Scope, rows: readonly LoadedInvoice[]) {
  const timeOf = await timesOfCustomers(
    tx,
    scope,
    rows.map(({ customerId }) => customerId),
  );
  return (row: LoadedInvoice) => viewInvoice(row, timeOf(row.customerId));
}
