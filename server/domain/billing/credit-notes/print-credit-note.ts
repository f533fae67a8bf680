import { formatMoney } from "../../../platform/money.ts";
import { formatPaperDate } from "../../../platform/pdf/paper-date.ts";
import type { Paper } from "../../../platform/pdf/render.ts";
import type { Letterhead } from "../invoices/letterhead.ts";
import type { LoadedCreditNote } from "./view-credit-note.ts";

/** What the paper of a credit note of ours says: what it takes back of which invoice, why, and where the amount went. */
export function printCreditNote(note: LoadedCreditNote, letterhead: Letterhead): Omit<Paper, "logo"> {
  const { lines, currency, amount, tax, offDue, toBalance, toRefund, reason, status } = note;
  const { brand, brandColor, seller, buyer } = letterhead;
  const money = (minor: bigint) => formatMoney(minor, currency);
  const some = (label: string, minor: bigint): [string, string][] =>
    minor === 0n ? [] : [[label, money(minor)]];
  return {
    title: "Credit note",
    mark: status === "VOID" ? { word: "VOID", tone: "warning" } : null,
    brand,
    brandColor,
    facts: [
      ["Number", note.displayNumber ?? ""],
      ["Date", formatPaperDate(note.issuedAt)],
      ["For invoice", note.invoice.displayNumber ?? ""],
    ],
    seller,
    buyer,
    lines: lines.map((line) => ({ description: line.description, note: "", amount: money(line.amount) })),
    totals: [
      ...some("Tax in it", tax),
      ...some("Off what is to be paid", offDue),
      ...some("Credit", toBalance),
      ...some("Refunded", toRefund),
      ["Total credited", money(amount)],
    ],
    notes: reason === null ? [] : [{ title: "Reason", text: reason }],
  };
}
