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
import {
  getRemindersMeta,
  ResumeReminders,
  resumeRemindersMeta,
  StopReminders,
  stopRemindersMeta,
} from "../invoice-actions/reminders/reminder-schedule-schema.ts";
import { ReminderInvoice, ReminderSchedule } from "../invoice-actions/reminders/schema.ts";
import { sendReminder } from "../invoice-actions/reminders/send-reminder.ts";
import { sendReminderMeta } from "../invoice-actions/reminders/send-reminder-schema.ts";
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
import { downloadInvoiceMeta } from "./download-invoice-schema.ts";
import { getBuyer } from "./get-buyer.ts";
import { getBuyerMeta, InvoiceBuyer } from "./get-buyer-schema.ts";
import { linkInvoice } from "./invoice-link.ts";
import { linkInvoiceMeta } from "./invoice-link-schema.ts";
import { getInvoice, listInvoices } from "./list-invoices.ts";
import { getInvoiceMeta, InvoicePage, ListInvoices, listInvoicesMeta } from "./list-invoices-schema.ts";
import { listPayments } from "./list-payments.ts";
import { ListPayments, listPaymentsMeta, PaymentPage } from "./list-payments-schema.ts";
import { linkReceipt } from "./receipt-link.ts";
import { linkReceiptMeta } from "./receipt-link-schema.ts";
import { downloadReceipt } from "./receipts.ts";
import { downloadReceiptMeta } from "./receipts-schema.ts";
import { Invoice, InvoiceId, InvoiceLink, PdfFile, ReceiptId } from "./schema.ts";
import { sumInvoices } from "./sum-invoices.ts";

/** Invoices, at the card provider and by hand. */
export const invoicesRouter = router({
  list: query(listInvoicesMeta, ListInvoices, InvoicePage, listInvoices),
  browse: query(browseInvoicesMeta, BrowseInvoices, InvoiceRows, browseInvoices),
  sum: query(browseInvoicesMeta, SumInvoices, InvoiceTotals, sumInvoices),
  get: query(getInvoiceMeta, InvoiceId, Invoice, getInvoice),
  getBuyer: query(getBuyerMeta, InvoiceId, InvoiceBuyer, getBuyer),
  link: query(linkInvoiceMeta, InvoiceId, InvoiceLink, linkInvoice),
  download: query(downloadInvoiceMeta, InvoiceId, PdfFile, downloadInvoice),
  create: mutation(createInvoiceMeta, CreateInvoice, Invoice, issueOneOff),
  preview: mutation(previewInvoiceMeta, PreviewInvoice, InvoicePreview, previewOneOff),
  pay: mutation(payInvoiceMeta, PayInvoice, Invoice, recordPayment),
  listPayments: query(listPaymentsMeta, ListPayments, PaymentPage, listPayments),
  linkReceipt: query(linkReceiptMeta, ReceiptId, InvoiceLink, linkReceipt),
  downloadReceipt: query(downloadReceiptMeta, ReceiptId, PdfFile, downloadReceipt),
  listDecisions: query(listDecisionsMeta, ListDecisions, DecisionPage, listDecisions),
  takeBackPayment: mutation(takeBackPaymentMeta, TakeBackPayment, Invoice, takeBackPayment),
  previewTakeBack: query(previewTakeBackMeta, PreviewTakeBack, TakeBackPreview, previewTakeBack),
  getReminders: query(getRemindersMeta, ReminderInvoice, ReminderSchedule, getReminders),
  stopReminders: mutation(stopRemindersMeta, StopReminders, ReminderSchedule, stopReminders),
  resumeReminders: mutation(resumeRemindersMeta, ResumeReminders, ReminderSchedule, resumeReminders),
  sendReminder: mutation(sendReminderMeta, ReminderInvoice, ReminderSchedule, sendReminder),
  extendDueDate: mutation(extendDueDateMeta, ExtendDueDate, Invoice, extendDueDate),
  writeOff: mutation(writeOffInvoiceMeta, WriteOffInvoice, Invoice, writeOffInvoice),
  reopen: mutation(reopenInvoiceMeta, ReopenInvoice, Invoice, reopenInvoice),
  void: mutation(voidInvoiceMeta, VoidInvoice, Invoice, voidInvoice),
});
