import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as settle from "../subscriptions/renew/settle.ts";
import * as settleSchema from "../subscriptions/renew/settle-schema.ts";
import { browseInvoices } from "./browse-invoices.ts";
import { BrowseInvoices, browseInvoicesMeta, InvoiceRows } from "./browse-schema.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { linkInvoice } from "./link-invoice.ts";
import { getInvoice, listInvoices } from "./list-invoices.ts";
import * as schema from "./schema.ts";
import { Invoice } from "./schema.ts";

/** Invoices, at the card provider and by hand. */
export const invoicesRouter = router({
  list: tenantProcedure
    .meta(schema.listInvoicesMeta)
    .input(schema.ListInvoices)
    .output(schema.InvoicePage)
    .query(({ ctx, input }) => listInvoices(ctx.scope, input)),
  browse: tenantProcedure
    .meta(browseInvoicesMeta)
    .input(BrowseInvoices)
    .output(InvoiceRows)
    .query(({ ctx, input }) => browseInvoices(ctx.scope, input)),
  get: tenantProcedure
    .meta(schema.getInvoiceMeta)
    .input(schema.InvoiceId)
    .output(schema.Invoice)
    .query(({ ctx, input }) => getInvoice(ctx.scope, input)),
  link: tenantProcedure
    .meta(schema.linkInvoiceMeta)
    .input(schema.InvoiceId)
    .output(schema.InvoiceLink)
    .query(({ ctx, input }) => linkInvoice(ctx.scope, input)),
  download: tenantProcedure
    .meta(schema.downloadInvoiceMeta)
    .input(schema.InvoiceId)
    .output(schema.PdfFile)
    .query(({ ctx, input }) => downloadInvoice(ctx.scope, input)),
  pay: tenantProcedure
    .meta(settleSchema.payInvoiceMeta)
    .input(settleSchema.PayInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => settle.recordPayment(ctx.scope, input)),
  void: tenantProcedure
    .meta(settleSchema.voidInvoiceMeta)
    .input(settleSchema.VoidInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => settle.takeBackInvoice(ctx.scope, input)),
});
