import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { previewTakeBack } from "../corrections/preview-take-back.ts";
import {
  PreviewTakeBack,
  previewTakeBackMeta,
  TakeBackPreview,
} from "../corrections/preview-take-back-schema.ts";
import { takeBackPayment } from "../corrections/take-back-payment.ts";
import { TakeBackPayment, takeBackPaymentMeta } from "../corrections/take-back-payment-schema.ts";
import { extendDueDate } from "../invoice-actions/extend-due-date.ts";
import { ExtendDueDate, extendDueDateMeta } from "../invoice-actions/extend-due-date-schema.ts";
import { issueOneOff, previewOneOff } from "../invoice-actions/issue-one-off.ts";
import {
  CreateInvoice,
  createInvoiceMeta,
  InvoicePreview,
  PreviewInvoice,
  previewInvoiceMeta,
} from "../invoice-actions/issue-one-off-schema.ts";
import { recordPayment } from "../invoice-actions/record-payment.ts";
import { PayInvoice, payInvoiceMeta } from "../invoice-actions/record-payment-schema.ts";
import {
  getReminders,
  resumeReminders,
  stopReminders,
} from "../invoice-actions/reminders/reminder-schedule.ts";
import * as reminders from "../invoice-actions/reminders/schema.ts";
import { sendReminder } from "../invoice-actions/reminders/send-reminder.ts";
import { reopenInvoice } from "../invoice-actions/reopen-invoice.ts";
import { ReopenInvoice, reopenInvoiceMeta } from "../invoice-actions/reopen-invoice-schema.ts";
import { voidInvoice } from "../invoice-actions/void-invoice.ts";
import { VoidInvoice, voidInvoiceMeta } from "../invoice-actions/void-invoice-schema.ts";
import { writeOffInvoice } from "../invoice-actions/write-off-invoice.ts";
import { WriteOffInvoice, writeOffInvoiceMeta } from "../invoice-actions/write-off-invoice-schema.ts";
import { browseInvoices } from "./browse-invoices.ts";
import {
  BrowseInvoices,
  browseInvoicesMeta,
  InvoiceRows,
  InvoiceTotals,
  SumInvoices,
} from "./browse-schema.ts";
import { listDecisions } from "./decisions.ts";
import { DecisionPage, ListDecisions, listDecisionsMeta } from "./decisions-schema.ts";
import { downloadInvoice } from "./download-invoice.ts";
import { getBuyer } from "./get-buyer.ts";
import { linkInvoice } from "./invoice-link.ts";
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
  pay: mutation(payInvoiceMeta, PayInvoice, schema.Invoice, recordPayment),
  listPayments: query(listPaymentsMeta, ListPayments, PaymentPage, listPayments),
  linkReceipt: query(linkReceiptMeta, ReceiptId, schema.InvoiceLink, linkReceipt),
  downloadReceipt: query(downloadReceiptMeta, ReceiptId, schema.PdfFile, downloadReceipt),
  listDecisions: query(listDecisionsMeta, ListDecisions, DecisionPage, listDecisions),
  takeBackPayment: mutation(takeBackPaymentMeta, TakeBackPayment, schema.Invoice, takeBackPayment),
  previewTakeBack: query(previewTakeBackMeta, PreviewTakeBack, TakeBackPreview, previewTakeBack),
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
  extendDueDate: mutation(extendDueDateMeta, ExtendDueDate, schema.Invoice, extendDueDate),
  writeOff: mutation(writeOffInvoiceMeta, WriteOffInvoice, schema.Invoice, writeOffInvoice),
  reopen: mutation(reopenInvoiceMeta, ReopenInvoice, schema.Invoice, reopenInvoice),
  void: mutation(voidInvoiceMeta, VoidInvoice, schema.Invoice, voidInvoice),
});
