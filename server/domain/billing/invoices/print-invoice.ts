import { formatMoney } from "../../../platform/money.ts";
import { formatPaperDate } from "../../../platform/pdf/paper-date.ts";
import type { Mark, Paper } from "../../../platform/pdf/render.ts";
import type { Letterhead } from "./letterhead.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { amountsOf } from "./rules.ts";

/**
 * What the paper of an invoice of ours says, with the number of the one that was issued for it, if any. How to pay stands on it only
 * while something is to be paid.
 */
export function printInvoice(
  invoice: LoadedInvoice,
  letterhead: Letterhead,
  replacedBy: string | null = null,
): Omit<Paper, "logo"> {
  const { lines, currency, subtotal, discount, total, tax, creditNotes, amountPaid, status } = invoice;
  const { brand, brandColor, seller, buyer, payment, replaces } = letterhead;
  const { due, writtenOff, fromCredit, keptAsCredit } = amountsOf(invoice);
  // Credit covers it all, so that no payment was made.
  const isSettlement = status === "PAID" && total === 0n;
  const left = due - amountPaid - writtenOff;
  const money = (amount: bigint) => formatMoney(amount, currency);
  const some = (label: string, amount: bigint): [string, string][] =>
    amount === 0n ? [] : [[label, money(amount)]];
  return {
    title: "Invoice",
    mark: isSettlement ? { word: "SETTLED", tone: "good" } : (MARKS[status] ?? null),
    brand,
    brandColor,
    facts: [
      ["Number", invoice.displayNumber ?? "draft"],
      ...named("Replaces", replaces),
      ...named("Replaced by", replacedBy),
      ["Date", formatPaperDate(invoice.issuedAt)],
      status === "PAID"
        ? [isSettlement ? "Settled on" : "Paid on", formatPaperDate(invoice.paidAt)]
        : ["Due", formatPaperDate(invoice.dueAt)],
      ...(invoice.periodStart && invoice.periodEnd && invoice.reason !== "one_off"
        ? ([
            ["Period", `${formatPaperDate(invoice.periodStart)} to ${formatPaperDate(invoice.periodEnd)}`],
          ] as [string, string][])
        : []),
    ],
    seller,
    buyer,
    lines: lines.map(({ description, amount, periodStart, periodEnd }) => ({
      description,
      note:
        // What is charged once is of a moment.
        periodStart && periodEnd && periodStart < periodEnd
          ? `${formatPaperDate(periodStart)} to ${formatPaperDate(periodEnd)}`
          : "",
      amount: money(amount),
    })),
    totals: [
      ...(discount === 0n && tax === 0n ? [] : some("Subtotal", subtotal)),
      ...some("Discount", -discount),
      ...some("Tax", tax),
      ["Total", money(total)],
      ...some("Credit notes", -(creditNotes ?? 0n)),
      ...some("Paid from credit", -fromCredit),
      ...some("Kept as credit", keptAsCredit),
      ...(isSettlement ? [] : ([["Paid", money(amountPaid)]] satisfies [string, string][])),
      ...some("Written off", -writtenOff),
      ["Left to pay", money(left)],
    ],
    notes: left > 0n && payment !== null ? [{ title: "How to pay", text: payment }] : [],
  };
}

function named(label: string, value: string | null): [string, string][] {
  return value === null ? [] : [[label, value]];
}

const MARKS: Partial<Record<LoadedInvoice["status"], Mark>> = {
  VOID: { word: "VOID", tone: "warning" },
  PAID: { word: "PAID", tone: "good" },
  UNCOLLECTIBLE: { word: "WRITTEN OFF", tone: "warning" },
};
