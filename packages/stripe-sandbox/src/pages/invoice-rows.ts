import type Stripe from "stripe";
import { money } from "../billing/lines.ts";
import { taxSums } from "../billing/taxes.ts";
import type { PdfRow } from "./pdf.ts";
import { dateOf } from "./portal-html.ts";

/** The status of an invoice, in words. */
export function statusOf({ status, amount_remaining, currency, due_date }: Stripe.Invoice): string {
  if (status !== "open") return status ?? "draft";
  const due = due_date === null ? "" : ` by ${dateOf(due_date)}`;
  return `${money(amount_remaining, currency)} to be paid${due}`;
}

/** What adds up to what is due. */
export function sumsOf(invoice: Stripe.Invoice): { text: string; amount: string }[] {
  const { currency, subtotal, total, starting_balance, ending_balance } = invoice;
  const { added, contained } = taxSums(invoice.total_taxes ?? []);
  const off = subtotal + added - total;
  const applied = (ending_balance ?? starting_balance) - starting_balance;
  const row = (text: string, amount: number) => ({ text, amount: money(amount, currency) });
  return [
    row("Subtotal", subtotal),
    ...(off === 0 ? [] : [row("Discount", -off)]),
    ...(added === 0 ? [] : [row("Tax", added)]),
    row("Total", total),
    ...(contained === 0 ? [] : [row("Tax contained", contained)]),
    ...(applied === 0 ? [] : [row("Applied balance", -applied)]),
    row("Amount due", invoice.amount_due),
    ...(invoice.amount_paid === 0 ? [] : [row("Amount paid", invoice.amount_paid)]),
  ];
}

/** All lines of an invoice, also those that the API shows page by page. */
export function linesOf({ lines, currency }: Stripe.Invoice): { text: string; amount: string }[] {
  return lines.data.map(({ description, amount }) => ({
    text: description ?? "",
    amount: money(amount, currency),
  }));
}

/** The invoice as it is printed. */
export function printedRows(invoice: Stripe.Invoice): PdfRow[] {
  const blank = { text: "" };
  const issued = dateOf(invoice.effective_at ?? invoice.created);
  const to = [invoice.customer_name, invoice.customer_email].filter((text) => typeof text === "string");
  return [
    { text: `Invoice ${invoice.number ?? ""}`, isStrong: true },
    { text: `Issued on ${issued} (test mode)` },
    ...(to.length > 0 ? [{ text: `Bill to: ${to.join(", ")}` }] : []),
    { text: `Status: ${statusOf(invoice)}` },
    blank,
    { text: "Description", amount: "Amount", isStrong: true },
    ...linesOf(invoice),
    blank,
    ...sumsOf(invoice).map((row) => ({ ...row, isStrong: row.text === "Amount due" })),
  ];
}
