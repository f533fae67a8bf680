import type Stripe from "stripe";
import type { CardProvider, CreditedLine, NewCreditNote } from "../port.ts";
import { callStripe } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Calls = Pick<
  CardProvider,
  "creditOf" | "findCreditNote" | "findRefund" | "createCreditNote" | "listRefundable" | "createRefund"
>;

const MOST = 1000;
const PAGE = 100;

/**
 * Makes credit notes and refunds: https://docs.stripe.com/api/credit_notes/create, https://docs.stripe.com/api/refunds/create. What was
 * made under a key is searched for first, because Stripe removes an idempotency key after a day.
 */
export function correcting(stripe: Stripe): Calls {
  return {
    creditOf: ({ invoiceId, lines }) =>
      callStripe(async () => {
        const invoice = await readLines(stripe, invoiceId);
        const parts = lines.map((wanted) => partOf(invoice, wanted));
        return {
          amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
          tax: parts.reduce((sum, { tax }) => sum + tax, 0n),
        };
      }),
    findCreditNote: (input) => callStripe(async () => (await findNote(stripe, input))?.id ?? null),
    findRefund: (input) => callStripe(async () => (await findRefund(stripe, input))?.id ?? null),
    createCreditNote: (input) =>
      callStripe(async () => {
        const find = () => findNote(stripe, input);
        const made = await find();
        if (made) return made.id;
        const params = await paramsOf(stripe, input);
        const note = await withIdempotencyKey(
          input.key,
          (options) => stripe.creditNotes.create(params, options),
          find,
        );
        return note.id;
      }),
    listRefundable: (invoice) =>
      callStripe(async () => {
        const payments = await stripe.invoicePayments
          .list({ invoice, status: "paid", limit: PAGE })
          .autoPagingToArray({ limit: MOST });
        const found: { paymentId: string; left: bigint }[] = [];
        for (const { payment, amount_paid: paid } of payments) {
          const paymentId = idOf(payment.payment_intent);
          if (paymentId === null || !paid) continue;
          const left = paid - (await refundedOf(stripe, paymentId));
          if (left > 0) found.push({ paymentId, left: BigInt(left) });
        }
        return found;
      }),
    createRefund: ({ key, paymentId, amount }) =>
      callStripe(async () => {
        const find = () => findRefund(stripe, { key, paymentId });
        const made = await find();
        if (made) return made.id;
        const params = {
          payment_intent: paymentId,
          amount: Number(amount),
          metadata: { usher_key: key },
        };
        const refund = await withIdempotencyKey(
          key,
          (options) => stripe.refunds.create(params, options),
          find,
        );
        return refund.id;
      }),
  };
}

interface InvoiceLines {
  /** Whether Stripe computed its taxes: what is credited of a line is then sent without the tax that it contains. */
  isAutomatic: boolean;
  lines: Stripe.InvoiceLineItem[];
}

async function readLines(stripe: Stripe, invoiceId: string): Promise<InvoiceLines> {
  const { automatic_tax } = await stripe.invoices.retrieve(invoiceId);
  const lines = await stripe.invoices
    .listLineItems(invoiceId, { limit: PAGE })
    .autoPagingToArray({ limit: MOST });
  return { isAutomatic: automatic_tax.enabled, lines };
}

/**
 * What crediting a line comes to: the credit note has "that part" of the line's discounts and of its tax on top, in proportion to
 * the amount, rounded half up (https://docs.stripe.com/invoicing/integration/programmatic-credit-notes). Where Stripe rounds a part of a line otherwise it refuses
 * the credit note, because its parts do not add up.
 */
function partOf(
  { isAutomatic, lines }: InvoiceLines,
  { lineId, amount: wanted }: CreditedLine,
): { amount: bigint; tax: bigint } {
  const line = lines.find(({ id }) => id === lineId);
  if (!line || line.amount === 0) return { amount: wanted, tax: 0n };
  const whole = BigInt(line.amount);
  const amount = isAutomatic ? withContained(line, withoutContained(line, wanted)) : wanted;
  const share = (of: number) => (amount === whole ? BigInt(of) : shareOf(BigInt(of), amount, whole));
  const discounts = (line.discount_amounts ?? []).reduce((sum, one) => sum + share(one.amount), 0n);
  const taxes = line.taxes ?? [];
  const onTop = taxes
    .filter(({ tax_behavior }) => tax_behavior === "exclusive")
    .reduce((sum, one) => sum + share(one.amount), 0n);
  return {
    amount: amount - discounts + onTop,
    tax: taxes.reduce((sum, one) => sum + share(one.amount), 0n),
  };
}

/** A part of a line, minor units, without the tax that it contains, as Stripe wants it of an invoice whose taxes it computed. */
function withoutContained(line: Stripe.InvoiceLineItem, amount: bigint): bigint {
  const whole = BigInt(line.amount);
  return amount === whole ? netOf(line) : shareOf(netOf(line), amount, whole);
}

/** What such a part comes to with the tax: a minor unit more or less than what was asked for, where that cannot be had. */
function withContained(line: Stripe.InvoiceLineItem, net: bigint): bigint {
  const whole = BigInt(line.amount);
  return net === netOf(line) ? whole : shareOf(whole, net, netOf(line));
}

/** A whole line before discounts, without the tax that it contains. */
function netOf({ amount, discount_amounts: discounts, taxes }: Stripe.InvoiceLineItem): bigint {
  const discounted = (discounts ?? []).reduce((left, one) => left - one.amount, amount);
  const contained = (taxes ?? [])
    .filter(({ tax_behavior }) => tax_behavior === "inclusive")
    .reduce((sum, one) => sum + one.amount, 0);
  if (contained === 0 || discounted === 0) return BigInt(amount);
  return BigInt(amount) - shareOf(BigInt(amount), BigInt(contained), BigInt(discounted));
}

/** of × part ÷ whole of amounts above 0, rounded half up. */
function shareOf(of: bigint, part: bigint, whole: bigint): bigint {
  return (2n * of * part + whole) / (2n * whole);
}

async function findNote(
  stripe: Stripe,
  { key, invoiceId }: Pick<NewCreditNote, "key" | "invoiceId">,
): Promise<Stripe.CreditNote | undefined> {
  const notes = await stripe.creditNotes
    .list({ invoice: invoiceId, limit: PAGE })
    .autoPagingToArray({ limit: MOST });
  return notes.find(({ metadata }) => metadata?.usher_key === key);
}

async function findRefund(
  stripe: Stripe,
  { key, paymentId }: { key: string; paymentId: string },
): Promise<Stripe.Refund | undefined> {
  return (await refundsOf(stripe, paymentId)).find(({ metadata }) => metadata?.usher_key === key);
}

/**
 * "The sum of refunds, customer balance credits, and outside of Stripe credits must equal the post_payment_amount" (SDK,
 * CreditNotes.d.ts). The amount of a line: "If invoice is set up with `automatic_tax[enabled]=true`, this amount is tax exclusive"
 * (SDK, CreditNoteCreateParams.Line.amount).
 */
async function paramsOf(
  stripe: Stripe,
  { key, invoiceId, amount, lines, ...input }: NewCreditNote,
): Promise<Stripe.CreditNoteCreateParams> {
  const { toBalance, toRefund, outside, reason } = input;
  const invoice = amount === null ? await readLines(stripe, invoiceId) : null;
  const sent = ({ lineId, amount: part }: CreditedLine) => {
    const line = invoice?.isAutomatic ? invoice.lines.find(({ id }) => id === lineId) : undefined;
    return Number(line && line.amount !== 0 ? withoutContained(line, part) : part);
  };
  return {
    invoice: invoiceId,
    ...(amount === null
      ? {
          lines: lines.map((line) => ({
            type: "invoice_line_item" as const,
            invoice_line_item: line.lineId,
            amount: sent(line),
          })),
        }
      : { amount: Number(amount) }),
    ...(toBalance > 0n && { credit_amount: Number(toBalance) }),
    ...(toRefund > 0n && { refund_amount: Number(toRefund) }),
    ...(outside > 0n && { out_of_band_amount: Number(outside) }),
    memo: reason,
    metadata: { usher_key: key },
  };
}

function refundsOf(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  return stripe.refunds.list({ payment_intent, limit: PAGE }).autoPagingToArray({ limit: MOST });
}

async function refundedOf(stripe: Stripe, payment: string): Promise<number> {
  const refunds = await refundsOf(stripe, payment);
  return refunds
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((sum, { amount }) => sum + amount, 0);
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
