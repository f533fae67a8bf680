import type { z } from "zod";
import { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { containing, readSortedPage, type SortOrder } from "../../../platform/sorted-page.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { customerMatches } from "../../customers/match-customer.ts";
import { viewCustomerSummary } from "../../customers/view-customer.ts";
import type { BrowseInvoices, InvoiceRows } from "./browse-schema.ts";
import { INVOICE_PARTS } from "./load-invoice.ts";
import { viewInvoice } from "./view-invoice.ts";

const ORDERS: Record<z.output<typeof BrowseInvoices>["sort"], SortOrder> = {
  created_at: { by: Prisma.sql`i.created_at`, type: "timestamptz" },
  due_at: { by: Prisma.sql`coalesce(i.due_at, '-infinity')`, type: "timestamptz" },
};

/** The tenant's invoices as a table of the dashboard, each with its customer and without its lines. K3003. */
export async function browseInvoices(
  scope: Scope,
  input: z.output<typeof BrowseInvoices>,
): Promise<z.output<typeof InvoiceRows>> {
  const { db, tenantId, clock } = scope;
  const now = clock.now();
  const customer = input.customer ? await getCustomerOrThrow(db, scope, input.customer) : null;
  const overdue = Prisma.sql`(i.status = 'OPEN' and coalesce(i.due_at <= ${now}, false))`;
  const conditions = [
    ...(customer ? [Prisma.sql`and i.customer_id = ${customer.id}`] : []),
    ...(input.subscription_id ? [Prisma.sql`and i.subscription_id = ${input.subscription_id}`] : []),
    ...(input.status ? [Prisma.sql`and i.status = ${input.status}::"InvoiceStatus"`] : []),
    ...(input.provider ? [Prisma.sql`and i.provider = ${input.provider}::"Provider"`] : []),
    ...(input.is_overdue === undefined ? [] : [Prisma.sql`and ${overdue} = ${input.is_overdue}`]),
    ...(input.q === undefined ? [] : [matching(input.q.trim())]),
  ];
  return readSortedPage(
    ORDERS[input.sort],
    Prisma.sql`i.id`,
    input,
    ({ key, after, order }) => db.$queryRaw<{ id: string; sort_key: string }[]>`
    select i.id, ${key} as sort_key from invoices i
    where i.tenant_id = ${tenantId} ${Prisma.join([Prisma.empty, ...conditions, Prisma.empty], " ")}
      ${after} ${order}`,
    async (ids) => {
      const rows = await db.invoice.findMany({
        where: { tenantId, id: { in: ids } },
        include: { ...INVOICE_PARTS, customer: true },
      });
      return rows.map((row) => {
        const { lines: _, ...invoice } = viewInvoice(row, now);
        return { ...invoice, customer: viewCustomerSummary(row.customer) };
      });
    },
  );
}

function matching(q: string): Prisma.Sql {
  const part = containing(q);
  return Prisma.sql`and (i.id = ${q} or i.provider_invoice_id = ${q} or i.display_number ilike ${part} or exists (
    select 1 from customers c where c.tenant_id = i.tenant_id and c.id = i.customer_id
      and ${customerMatches(q)}))`;
}
