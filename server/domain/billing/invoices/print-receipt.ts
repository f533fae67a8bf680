import type { InvoicePayment } from "../../../platform/database/client/client.ts";
import { formatMoney } from "../../../platform/money.ts";
import { formatPaperDate } from "../../../platform/pdf/paper-date.ts";
import type { Paper } from "../../../platform/pdf/render.ts";
import type { Letterhead } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/** A payment of an invoice of ours, and what tells it from the others. */
export interface ReceiptOf {
  payment: InvoicePayment;
  /** The how many-th payment that was recorded of its invoice, from 1, those that were taken back included. */
  nth: number;
  /** What earlier payments had come to when it was recorded, without those that were taken back by then. */
  before: bigint;
}

/** The number of a receipt: the invoice's, with the payment's place among its payments. */
export function receiptNumber(
  { displayNumber, id }: Pick<LoadedInvoice, "displayNumber" | "id">,
  nth: number,
) {
  return `${displayNumber ?? id}-R${nth}`;
}

/** What the paper of a receipt says: what came, when, by which reference and for which invoice. */
export function printReceipt(
  invoice: LoadedInvoice,
  { payment, nth, before }: ReceiptOf,
  letterhead: Letterhead,
): Omit<Paper, "logo"> {
  const { brand, brandColor, seller, buyer } = letterhead;
  const number = invoice.displayNumber ?? invoice.id;
  const money = (amount: bigint) => formatMoney(amount, invoice.currency);
  const { amount, surplus, reference, paidAt, takenBackAt } = payment;
  const optional = (label: string, value: string | null): [string, string][] =>
    value === null ? [] : [[label, value]];
  return {
    title: "Receipt",
    mark: takenBackAt === null ? null : { word: "TAKEN BACK", tone: "warning" },
    brand,
    brandColor,
    facts: [
      ["Number", receiptNumber(invoice, nth)],
      ["Paid on", formatPaperDate(paidAt)],
      ["For invoice", number],
      ...optional("Reference", reference),
      ...optional("Taken back", takenBackAt && formatPaperDate(takenBackAt)),
    ],
    seller,
    buyer,
    lines: [
      { description: `Payment of invoice ${number}`, note: "", amount: money(amount) },
      ...(surplus === 0n
        ? []
        : [{ description: "More than was due, kept as credit", note: "", amount: money(surplus) }]),
    ],
    totals: [
      ["Invoice total", money(invoice.total)],
      ...(before === 0n ? [] : ([["Paid before", money(before)]] satisfies [string, string][])),
      ["Received", money(amount + surplus)],
    ],
    notes:
      takenBackAt === null
        ? []
        : [{ title: "Taken back", text: "This payment was taken back and does not count any more." }],
  };
}
