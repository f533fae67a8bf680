import Stripe from "stripe";
import { taxSums, totalTaxes } from "../billing/taxes.ts";
import { newId } from "../ids.ts";

export interface CreditLine {
  /** Without discounts and exclusive taxes; minor units. */
  amount: number;
  description: string | null;
  discounts: { amount: number; discount: string }[];
  /** The invoice's line that is credited; null for one of the note's own. */
  invoiceLine: string | null;
  metadata: Stripe.Metadata;
  quantity: number | null;
  taxRates: Stripe.TaxRate[];
  taxes: Stripe.InvoiceLineItem.Tax[];
  unitAmount: number | null;
}

/** A line of a credit note. */
function makeCreditLine(line: CreditLine): Stripe.CreditNoteLineItem {
  return {
    id: newId("cnli"),
    object: "credit_note_line_item",
    amount: line.amount,
    description: line.description,
    discount_amount: sumOf(line.discounts),
    discount_amounts: line.discounts,
    ...(line.invoiceLine !== null && { invoice_line_item: line.invoiceLine }),
    livemode: false,
    metadata: line.metadata,
    pretax_credit_amounts: line.discounts.map((one) => ({ ...one, type: "discount" })),
    quantity: line.quantity,
    tax_rates: line.taxRates,
    taxes: line.taxes,
    type: line.invoiceLine === null ? "custom_line_item" : "invoice_line_item",
    unit_amount: line.unitAmount,
    unit_amount_decimal: line.unitAmount === null ? null : Stripe.Decimal.from(line.unitAmount),
  };
}

/** What is credited in all, minor units. */
export function totalOf(lines: CreditLine[]): number {
  const gross = sumOf(lines) - sumOf(lines.flatMap(({ discounts }) => discounts));
  return gross + taxSums(lines.flatMap(({ taxes }) => taxes)).added;
}

interface Facts {
  invoice: Stripe.Invoice;
  lines: CreditLine[];
  number: string;
  baseUrl: string;
  effectiveAt: number | null;
  memo: string | null;
  metadata: Stripe.Metadata;
  outOfBand: number | null;
  prePayment: number;
  reason: Stripe.CreditNote.Reason | null;
}

/** A credit note as it is issued; its refunds and its balance transaction are added when they are made. */
export function makeCreditNote(now: number, facts: Facts): Stripe.CreditNote {
  const { invoice, lines } = facts;
  const id = newId("cn");
  const total = totalOf(lines);
  const discounts = lines.flatMap((line) => line.discounts);
  const taxes = lines.flatMap((line) => line.taxes);
  const { added, contained } = taxSums(taxes);
  const subtotal = sumOf(lines);
  const discount_amounts = perDiscount(discounts);
  const postPayment = total - facts.prePayment;
  return {
    id,
    object: "credit_note",
    amount: total,
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: typeof invoice.customer === "string" ? invoice.customer : (invoice.customer?.id ?? ""),
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: sumOf(discounts),
    discount_amounts,
    effective_at: facts.effectiveAt ?? now,
    invoice: invoice.id,
    lines: {
      object: "list",
      data: lines.map(makeCreditLine),
      has_more: false,
      url: `/v1/credit_notes/${id}/lines`,
    },
    livemode: false,
    memo: facts.memo,
    metadata: facts.metadata,
    number: facts.number,
    out_of_band_amount: facts.outOfBand,
    pdf: `${facts.baseUrl}/credit_notes/${id}/pdf`,
    post_payment_amount: postPayment,
    pre_payment_amount: facts.prePayment,
    pretax_credit_amounts: discount_amounts.map((one) => ({ ...one, type: "discount" })),
    reason: facts.reason,
    refunds: [],
    shipping_cost: null,
    status: "issued",
    subtotal,
    subtotal_excluding_tax: subtotal - contained,
    total,
    total_excluding_tax: total - added - contained,
    total_taxes: totalTaxes(taxes),
    type: postPayment === 0 ? "pre_payment" : facts.prePayment === 0 ? "post_payment" : "mixed",
    voided_at: null,
  };
}

function perDiscount(discounts: CreditLine["discounts"]): CreditLine["discounts"] {
  const ids = [...new Set(discounts.map(({ discount }) => discount))];
  return ids.map((discount) => ({
    amount: sumOf(discounts.filter((one) => one.discount === discount)),
    discount,
  }));
}

function sumOf(parts: { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
