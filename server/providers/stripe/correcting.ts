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
        const known = await stripe.invoices
          .listLineItems(invoiceId, { limit: PAGE })
          .autoPagingToArray({ limit: MOST });
        const parts = lines.map((wanted) => partOf(known, wanted));
        return parts.reduce((sum, part) => sum + part, 0n);
      }),
    findCreditNote: (input) => callStripe(async () => (await findNote(stripe, input))?.id ?? null),
    findRefund: (input) => callStripe(async () => (await findRefund(stripe, input))?.id ?? null),
    createCreditNote: (input) =>
      callStripe(async () => {
        const find = () => findNote(stripe, input);
        const made = await find();
        if (made) return made.id;
        const params = paramsOf(input);
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

/**
 * What crediting a line comes to: the credit note has "that part" of the line's discounts and of its tax on top, in proportion to
 * the amount, rounded half up (https://docs.stripe.com/invoicing/integration/programmatic-credit-notes). Where Stripe rounds a part of a line otherwise it refuses
 * the credit note, because its parts do not add up.
 */
function partOf(known: Stripe.InvoiceLineItem[], { lineId, amount }: CreditedLine): bigint {
  const line = known.find(({ id }) => id === lineId);
  if (!line || line.amount === 0) return amount;
  const whole = BigInt(line.amount);
  const share = (of: number) =>
    amount === whole ? BigInt(of) : (2n * BigInt(of) * amount + whole) / (2n * whole);
  const discounts = (line.discount_amounts ?? []).reduce((sum, one) => sum + share(one.amount), 0n);
  const taxes = (line.taxes ?? [])
    .filter(({ tax_behavior }) => tax_behavior === "exclusive")
    .reduce((sum, one) => sum + share(one.amount), 0n);
  return amount - discounts + taxes;
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

/** "The sum of refunds, customer balance credits, and outside of Stripe credits must equal the post_payment_amount" (SDK, CreditNotes.d.ts). */
function paramsOf({ key, invoiceId, amount, lines, ...input }: NewCreditNote): Stripe.CreditNoteCreateParams {
  const { toBalance, toRefund, outside, reason } = input;
  return {
    invoice: invoiceId,
    ...(amount === null
      ? {
          lines: lines.map((line) => ({
            type: "invoice_line_item" as const,
            invoice_line_item: line.lineId,
            amount: Number(line.amount),
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
