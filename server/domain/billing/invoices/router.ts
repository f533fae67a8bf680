import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { issueOneOff, previewOneOff } from "../corrections/issue-one-off.ts";
import { previewTakeBack } from "../corrections/preview-take-back.ts";
import { takeBackPayment } from "../corrections/take-back-payment.ts";
import { extendDueDate } from "../subscriptions/manual/extend-due-date.ts";
import * as paymentSchema from "../subscriptions/manual/payment-schema.ts";
import { recordPayment } from "../subscriptions/manual/record-payment.ts";
import { sendReminder } from "../subscriptions/manual/remind-by-hand.ts";
import { getReminders, resumeReminders, stopReminders } from "../subscriptions/manual/reminder-schedule.ts";
import * as reminders from "../subscriptions/manual/reminders-schema.ts";
import { reopenInvoice } from "../subscriptions/manual/reopen-invoice.ts";
import { voidInvoice } from "../subscriptions/manual/void-invoice.ts";
import { writeOffInvoice } from "../subscriptions/manual/write-off-invoice.ts";
import { browseInvoices } from "./browse-invoices.ts";
import {
  BrowseInvoices,
  browseInvoicesMeta,
  InvoiceRows,
  InvoiceTotals,
  SumInvoices,
} from "./browse-schema.ts";
import {
  CreateInvoice,
  createInvoiceMeta,
  InvoicePreview,
  PreviewInvoice,
  previewInvoiceMeta,
} from "./create-schema.ts";
import { listDecisions } from "./decisions.ts";
import { DecisionPage, ListDecisions, listDecisionsMeta } from "./decisions-schema.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { getBuyer } from "./get-buyer.ts";
import { linkInvoice } from "./link-invoice.ts";
import { getInvoice, listInvoices } from "./list-invoices.ts";
import { listPayments } from "./list-payments.ts";
import {
  downloadReceiptMeta,
  ListPayments,
  linkReceiptMeta,
  listPaymentsMeta,
  PaymentPage,
  ReceiptId,
} from "./payments-schema.ts";
import { linkReceipt } from "./receipt-link.ts";
import { downloadReceipt } from "./receipts.ts";
import * as schema from "./schema.ts";
import { sumInvoices } from "./sum-invoices.ts";

/** Invoices, at the card provider and by hand. */
export const invoicesRouter = router({
  list: query(schema.listInvoicesMeta, schema.ListInvoices, schema.InvoicePage, listInvoices),
  browse: query(browseInvoicesMeta, BrowseInvoices, InvoiceRows, browseInvoices),
  sum: query(browseInvoicesMeta, SumInvoices, InvoiceTotals, sumInvoices),
  get: query(schema.getInvoiceMeta, schema.InvoiceId, schema.Invoice, getInvoice),
  getBuyer: query(schema.getBuyerMeta, schema.InvoiceId, schema.InvoiceBuyer, getBuyer),
  link: query(schema.linkInvoiceMeta, schema.InvoiceId, schema.InvoiceLink, linkInvoice),
  download: query(schema.downloadInvoiceMeta, schema.InvoiceId, schema.PdfFile, downloadInvoice),
  create: mutation(createInvoiceMeta, CreateInvoice, schema.Invoice, issueOneOff),
  preview: mutation(previewInvoiceMeta, PreviewInvoice, InvoicePreview, previewOneOff),
  pay: mutation(paymentSchema.payInvoiceMeta, paymentSchema.PayInvoice, schema.Invoice, recordPayment),
  listPayments: query(listPaymentsMeta, ListPayments, PaymentPage, listPayments),
  linkReceipt: query(linkReceiptMeta, ReceiptId, schema.InvoiceLink, linkReceipt),
  downloadReceipt: query(downloadReceiptMeta, ReceiptId, schema.PdfFile, downloadReceipt),
  listDecisions: query(listDecisionsMeta, ListDecisions, DecisionPage, listDecisions),
  takeBackPayment: mutation(
    paymentSchema.takeBackPaymentMeta,
    paymentSchema.TakeBackPayment,
    schema.Invoice,
    takeBackPayment,
  ),
  previewTakeBack: query(
    paymentSchema.previewTakeBackMeta,
    paymentSchema.PreviewTakeBack,
    paymentSchema.TakeBackPreview,
    previewTakeBack,
  ),
  getReminders: query(
    reminders.getRemindersMeta,
    reminders.ReminderInvoice,
    reminders.ReminderSchedule,
    getReminders,
  ),
  stopReminders: mutation(
    reminders.stopRemindersMeta,
    reminders.StopReminders,
    reminders.ReminderSchedule,
    stopReminders,
  ),
  resumeReminders: mutation(
    reminders.resumeRemindersMeta,
    reminders.ResumeReminders,
    reminders.ReminderSchedule,
    resumeReminders,
  ),
  sendReminder: mutation(
    reminders.sendReminderMeta,
    reminders.ReminderInvoice,
    reminders.ReminderSchedule,
    sendReminder,
  ),
  extendDueDate: mutation(
    reminders.extendDueDateMeta,
    reminders.ExtendDueDate,
    schema.Invoice,
    extendDueDate,
  ),
  writeOff: mutation(
    paymentSchema.writeOffInvoiceMeta,
    paymentSchema.WriteOffInvoice,
    schema.Invoice,
    writeOffInvoice,
  ),
  reopen: mutation(
    paymentSchema.reopenInvoiceMeta,
    paymentSchema.ReopenInvoice,
    schema.Invoice,
    reopenInvoice,
  ),
  void: mutation(paymentSchema.voidInvoiceMeta, paymentSchema.VoidInvoice, schema.Invoice, voidInvoice),
});
