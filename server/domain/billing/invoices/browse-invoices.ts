import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { containing, readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import { timesOfCustomers } from "../../customers/customer-clock.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { customerMatches } from "../../customers/match-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import type { BrowseInvoices, InvoiceRows, SumInvoices } from "./browse-schema.ts";
import { filterInvoices } from "./filter-invoices.ts";
import { INVOICE_PARTS } from "./load-invoice.ts";
import { viewInvoice } from "./view-invoice.ts";

const ORDERS: Record<z.output<typeof BrowseInvoices>["sort"], SortOrder> = {
  created_at: { by: Prisma.sql`i.created_at`, type: "timestamptz" },
  due_at: { by: Prisma.sql`coalesce(i.due_at, '-infinity')`, type: "timestamptz" },
};

/** The tenant's invoices as a table of the dashboard, each with its customer and without its lines. Throws customer_not_found. */
export async function browseInvoices(
  scope: Scope,
  input: z.output<typeof BrowseInvoices>,
): Promise<z.output<typeof InvoiceRows>> {
  const { db, tenantId } = scope;
  const filter = await filterBrowsed(scope, input);
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`i.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select i.id, ${key} as sort_key from invoices i where ${filter} ${after} ${order}`,
    async (ids) => {
      const rows = await db.invoice.findMany({
        where: { tenantId, id: { in: ids } },
        include: { ...INVOICE_PARTS, customer: true },
      });
      const timeOf = await timesOfCustomers(
        db,
        scope,
        rows.map(({ customerId }) => customerId),
      );
      return rows.map((row) => {
        const now = timeOf(row.customerId);
        const { lines: _, ...invoice } = viewInvoice(row, now);
        return { ...invoice, customer: viewCustomerSummary(row.customer), now: now.toISOString() };
      });
    },
  );
}

/** SQL: that an invoice `i` is one that the dashboard's filters find. Throws customer_not_found. */
export async function filterBrowsed(scope: Scope, input: z.output<typeof SumInvoices>): Promise<Prisma.Sql> {
  const customer = input.customer ? await getCustomerOrThrow(scope.db, scope, input.customer) : null;
  const found = filterInvoices(scope, customer?.id ?? null, input);
  return input.q === undefined ? found : Prisma.sql`${found} ${matching(input.q.trim())}`;
}

function matching(q: string): Prisma.Sql {
  const part = containing(q);
  return Prisma.sql`and (i.id = ${q} or i.provider_invoice_id = ${q} or i.display_number ilike ${part} or exists (
    select 1 from customers c where c.tenant_id = i.tenant_id and c.id = i.customer_id
      and ${customerMatches(q)}))`;
}
