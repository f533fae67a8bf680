import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { InvoiceNoticePage, ListInvoiceNotices } from "./list-notices-schema.ts";
import { viewNotice } from "./view-notice.ts";

/** Notices about invoices, newest first. */
export async function listNotices(
  { tenantId, db }: Scope,
  input: z.output<typeof ListInvoiceNotices>,
): Promise<z.output<typeof InvoiceNoticePage>> {
  const rows = await db.invoiceNotice.findMany(
    newestFirst(tenantId, input, {
      ...(input.invoice_id && { invoiceId: input.invoice_id }),
      ...(input.is_open !== undefined && { closedAt: input.is_open ? null : { not: null } }),
    }),
  );
  return toPage(rows, input.limit, viewNotice);
}
