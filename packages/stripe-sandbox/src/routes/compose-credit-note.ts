import type Stripe from "stripe";
import { z } from "zod";
import { chargeOf, creditable, linkedOf, type Settlement } from "../billing/credit-notes.ts";
import { takenOff } from "../billing/discounts.ts";
import { money } from "../billing/lines.ts";
import { share } from "../billing/proration.ts";
import { taxesOf, taxRatesNamed, taxSums } from "../billing/taxes.ts";
import { type CreditLine, makeCreditNote, totalOf } from "../objects/credit-note.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { intBetween, list, Metadata, parametersOf, Seconds, Text } from "../wire/params.ts";
import { mergeMetadata } from "../wire/read.ts";

const Line = z.strictObject({
  amount: intBetween(1).optional(),
  description: Text.optional(),
  invoice_line_item: Text.optional(),
  metadata: Metadata.optional(),
  quantity: intBetween(1).optional(),
  tax_rates: z.union([z.literal(""), list(Text)]).optional(),
  type: z.enum(["custom_line_item", "invoice_line_item"]),
  unit_amount: intBetween(1).optional(),
});

const Refund = z.strictObject({
  amount_refunded: intBetween(1).optional(),
  refund: Text,
  type: z.literal("refund").optional(),
});

/** What a credit note is made of, also for a preview. */
export const creditNoteFields = parametersOf<Stripe.CreditNoteCreateParams>()({
  amount: intBetween(1).optional(),
  credit_amount: intBetween(0).optional(),
  effective_at: Seconds.optional(),
  email_type: z.enum(["credit_note", "none"]).optional(),
  invoice: Text,
  lines: list(Line).optional(),
  memo: Text.optional(),
  metadata: Metadata.optional(),
  out_of_band_amount: intBetween(0).optional(),
  reason: z.enum(["duplicate", "fraudulent", "order_change", "product_unsatisfactory"]).optional(),
  refund_amount: intBetween(0).optional(),
  refunds: list(Refund).optional(),
});

type Input = z.output<z.ZodObject<typeof creditNoteFields>>;

interface Composed {
  note: Stripe.CreditNote;
  invoice: Stripe.Invoice;
  settlement: Settlement;
}

/** A credit note as it would be issued now. Nothing is written. */
export async function composeNote(store: Store, input: Input): Promise<Composed> {
  const invoice = await store.get<Stripe.Invoice>("invoice", input.invoice, "invoice");
  if (!["open", "paid", "uncollectible"].includes(invoice.status ?? ""))
    throw invalid(
      `Invoice ${invoice.id} is ${invoice.status}. Credit notes can only be issued for finalized invoices.`,
      {
        param: "invoice",
      },
    );
  const lines = await linesOf(store, invoice, input);
  const total = totalOf(lines);
  const most = await creditableNow(store, invoice, input);
  if (total > most)
    throw invalid(
      `The credit note's amount (${money(total, invoice.currency)}) is greater than what can still be credited on the invoice (${money(most, invoice.currency)}).`,
    );
  const prePayment = invoice.status === "paid" ? 0 : Math.min(total, invoice.amount_remaining);
  const settlement = await settlementOf(store, invoice, input, total - prePayment);
  const issued = await store.all<Stripe.CreditNote>("credit_note", { where: { invoice: invoice.id } });
  const note = makeCreditNote(store.now, {
    invoice,
    lines,
    number: `${invoice.number}-CN-${String(issued.length + 1).padStart(2, "0")}`,
    baseUrl: store.cause.baseUrl,
    effectiveAt: input.effective_at ?? null,
    memo: input.memo ?? null,
    metadata: mergeMetadata(null, input.metadata),
    outOfBand: input.out_of_band_amount ?? null,
    prePayment,
    reason: input.reason ?? null,
  });
  return { note, invoice, settlement };
}

/** Refunds that the note is linked to do not count against it. */
async function creditableNow(store: Store, invoice: Stripe.Invoice, { refunds }: Input): Promise<number> {
  let linking = 0;
  for (const { refund, amount_refunded } of refunds ?? [])
    linking += amount_refunded ?? (await store.get<Stripe.Refund>("refund", refund, "refunds")).amount;
  const { total, pre_payment_credit_notes_amount: pre, post_payment_credit_notes_amount: post } = invoice;
  return Math.min(total - pre - post, (await creditable(store, invoice)) + linking);
}

async function linesOf(store: Store, invoice: Stripe.Invoice, input: Input): Promise<CreditLine[]> {
  const { amount, lines } = input;
  if ((amount === undefined) === (lines === undefined || lines.length === 0))
    throw invalid(
      amount === undefined
        ? "One of the following params should be provided for this request: amount or lines."
        : "You may only specify one of these parameters: amount, lines.",
    );
  if (amount !== undefined) return [customLine({ amount, quantity: 1, description: null })];
  return Promise.all((lines ?? []).map((line, index) => lineOf(store, invoice, line, `lines[${index}]`)));
}

function customLine(facts: Pick<CreditLine, "amount" | "description" | "quantity">): CreditLine {
  const { amount, quantity } = facts;
  const bare = { discounts: [], invoiceLine: null, metadata: {}, taxRates: [], taxes: [] };
  return { ...bare, ...facts, unitAmount: quantity ? amount / quantity : amount };
}

async function lineOf(
  store: Store,
  invoice: Stripe.Invoice,
  line: z.output<typeof Line>,
  param: string,
): Promise<CreditLine> {
  const metadata = mergeMetadata(null, line.metadata);
  if (line.type === "invoice_line_item") return { ...creditOf(invoice, line, param), metadata };
  forbid(line, ["amount", "invoice_line_item"], param);
  const { unit_amount: unitAmount, quantity = 1, description, tax_rates: rates } = line;
  if (unitAmount === undefined || description === undefined)
    throw missingOf(`${param}[${unitAmount === undefined ? "unit_amount" : "description"}]`);
  const amount = unitAmount * quantity;
  const taxRates = rates ? await taxRatesNamed(store, rates, `${param}[tax_rates]`) : [];
  return {
    ...customLine({ amount, quantity, description }),
    metadata,
    taxRates,
    taxes: taxesOf(amount, taxRates),
  };
}

/** Which parameter goes with which type: SDK, CreditNotes.d.ts, CreditNoteCreateParams.Line. */
function forbid(line: z.output<typeof Line>, names: (keyof z.output<typeof Line>)[], param: string): void {
  const sent = names.find((name) => line[name] !== undefined);
  if (sent !== undefined)
    throw invalid(`${sent} is not valid for a line of the type ${line.type}.`, {
      param: `${param}[${sent}]`,
    });
}

function missingOf(param: string) {
  return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** A line of the invoice, or a part of it, with that part of its discounts and taxes. */
function creditOf(invoice: Stripe.Invoice, wanted: z.output<typeof Line>, param: string): CreditLine {
  forbid(wanted, ["description", "tax_rates", "unit_amount"], param);
  const { invoice_line_item: id, amount: part, quantity } = wanted;
  if (id === undefined) throw missingOf(`${param}[invoice_line_item]`);
  const line = invoice.lines.data.find((one) => one.id === id);
  if (!line)
    throw invalid(`No such invoice line item: '${id}'`, {
      code: "resource_missing",
      param: `${param}[invoice_line_item]`,
    });
  if (part !== undefined && quantity !== undefined)
    throw invalid("You may only specify one of these parameters: amount, quantity.", { param });
  const whole = line.quantity ?? 1;
  const amount =
    part === undefined
      ? share(line.amount, quantity ?? whole, whole)
      : grossOf(line, part, invoice.automatic_tax.enabled);
  if (line.amount <= 0 || amount > line.amount || (quantity ?? 0) > whole)
    throw invalid("The line cannot be credited with more than its amount.", { param });
  const partOf = (of: number) => (amount === line.amount ? of : share(of, amount, line.amount));
  return {
    amount,
    description: line.description,
    discounts: (line.discount_amounts ?? []).map(({ amount: off, discount }) => ({
      amount: partOf(off),
      discount: typeof discount === "string" ? discount : discount.id,
    })),
    invoiceLine: line.id,
    metadata: {},
    quantity: quantity ?? (amount === line.amount ? whole : null),
    taxRates: invoice.default_tax_rates,
    taxes: (line.taxes ?? []).map((tax) => ({
      ...tax,
      amount: partOf(tax.amount),
      taxable_amount: tax.taxable_amount === null ? null : partOf(tax.taxable_amount),
    })),
    unitAmount: null,
  };
}

/**
 * What a part of a line comes to with the taxes that it contains. "If invoice is set up with `automatic_tax[enabled]=true`, this amount
 * is tax exclusive" (SDK, CreditNoteCreateParams.Line.amount), while the line of the note has the gross amount (CreditNoteLineItem.amount).
 */
function grossOf(line: Stripe.InvoiceLineItem, part: number, isWithoutTaxes: boolean): number {
  const { contained } = taxSums(line.taxes ?? []);
  const discounted = line.amount - takenOff(line);
  if (!isWithoutTaxes || contained === 0 || discounted === 0) return part;
  const net = line.amount - share(line.amount, contained, discounted);
  return part === net ? line.amount : share(part, line.amount, net);
}

/** How the part that was paid goes back; the parts must add up to it (SDK, CreditNotes.d.ts, create). */
async function settlementOf(
  store: Store,
  invoice: Stripe.Invoice,
  input: Input,
  postPayment: number,
): Promise<Settlement> {
  const { refund_amount: refund = 0, credit_amount: credit = 0, out_of_band_amount: outOfBand = 0 } = input;
  const refunds: Settlement["refunds"] = [];
  const charge = await chargeOf(store, invoice);
  for (const [index, { refund: id, amount_refunded: part }] of (input.refunds ?? []).entries()) {
    const param = `refunds[${index}]`;
    const found = await store.get<Stripe.Refund>("refund", id, `${param}[refund]`);
    if (!charge || found.charge !== charge.id)
      throw invalid(`Refund ${id} is not a refund of the invoice's payment.`, { param });
    const amount = part ?? found.amount;
    if (amount > found.amount - (await linkedOf(store, invoice, id)))
      throw invalid(`Refund ${id} is linked to credit notes with its whole amount.`, { param });
    refunds.push({ refund: id, amount });
  }
  const linked = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const sum = refund + credit + outOfBand + linked;
  if (sum !== postPayment)
    throw invalid(
      `The sum of credit amount, refund amount and out of band amount (${money(sum, invoice.currency)}) must equal the credit note amount (${money(postPayment, invoice.currency)}).`,
    );
  if (refund > 0 && !charge)
    throw invalid("There is no charge of the invoice to refund.", { param: "refund_amount" });
  return { refund, refunds, credit };
}
