import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import * as paymentSchema from "../subscriptions/manual/payment-schema.ts";
import { recordPayment } from "../subscriptions/manual/record-payment.ts";
import { takeBackPayment } from "../subscriptions/manual/take-back-payment.ts";
import { voidInvoice } from "../subscriptions/manual/void-invoice.ts";
import { browseInvoices } from "./browse-invoices.ts";
import { BrowseInvoices, browseInvoicesMeta, InvoiceRows } from "./browse-schema.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { linkInvoice } from "./link-invoice.ts";
import { getInvoice, listInvoices } from "./list-invoices.ts";
import { listPayments } from "./list-payments.ts";
import { ListPayments, listPaymentsMeta, PaymentPage } from "./payments-schema.ts";
import * as schema from "./schema.ts";

/** Invoices, at the card provider and by hand. */
export const invoicesRouter = router({
  list: query(schema.listInvoicesMeta, schema.ListInvoices, schema.InvoicePage, listInvoices),
  browse: query(browseInvoicesMeta, BrowseInvoices, InvoiceRows, browseInvoices),
  get: query(schema.getInvoiceMeta, schema.InvoiceId, schema.Invoice, getInvoice),
  link: query(schema.linkInvoiceMeta, schema.InvoiceId, schema.InvoiceLink, linkInvoice),
  download: query(schema.downloadInvoiceMeta, schema.InvoiceId, schema.PdfFile, downloadInvoice),
  pay: mutation(paymentSchema.payInvoiceMeta, paymentSchema.PayInvoice, schema.Invoice, recordPayment),
  listPayments: query(listPaymentsMeta, ListPayments, PaymentPage, listPayments),
  takeBackPayment: mutation(
    paymentSchema.takeBackPaymentMeta,
    paymentSchema.TakeBackPayment,
    schema.Invoice,
    takeBackPayment,
  ),
  void: mutation(paymentSchema.voidInvoiceMeta, paymentSchema.VoidInvoice, schema.Invoice, voidInvoice),
});
