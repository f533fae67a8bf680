import { router, tenantProcedure } from "../../../trpc/init.ts";
import * as paymentSchema from "../subscriptions/renew/payment-schema.ts";
import { recordPayment } from "../subscriptions/renew/record-payment.ts";
import { voidInvoice } from "../subscriptions/renew/void-invoice.ts";
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
    .meta(paymentSchema.payInvoiceMeta)
    .input(paymentSchema.PayInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => recordPayment(ctx.scope, input)),
  void: tenantProcedure
    .meta(paymentSchema.voidInvoiceMeta)
    .input(paymentSchema.VoidInvoice)
    .output(Invoice)
    .mutation(({ ctx, input }) => voidInvoice(ctx.scope, input)),
});
