import type Stripe from "stripe";
import { change, emit } from "../events.ts";
import type { Store } from "../store.ts";
import { afterPayment } from "./after-payment.ts";
import { changeBalance } from "./balance.ts";
import { customerOf, intentOf, markPaid, paymentsOf } from "./invoices.ts";
import { refundCharge } from "./refunds.ts";

/** What becomes of the part of a credit note that was paid already; minor units. */
export interface Settlement {
  /** Given back to the card. */
  refund: number;
  /** Refunds made before, which the note is linked to. */
  refunds: { refund: string; amount: number }[];
  /** Credited to the customer's balance. */
  credit: number;
}

/** The charge that paid an invoice; null when none did. */
export async function chargeOf(store: Store, invoice: Stripe.Invoice): Promise<Stripe.Charge | null> {
  const intent = await intentOf(store, invoice);
  const id = intent?.status === "succeeded" ? intent.latest_charge : null;
  return typeof id === "string" ? store.get<Stripe.Charge>("charge", id) : null;
}

/**
 * What of an invoice can still be credited, minor units: neither its credit notes nor the refunds that no credit note is linked to
 * (SDK, CreditNotes.d.ts, create).
 */
export async function creditable(store: Store, invoice: Stripe.Invoice): Promise<number> {
  const { pre_payment_credit_notes_amount: pre, post_payment_credit_notes_amount: post } = invoice;
  const charge = await chargeOf(store, invoice);
  const unlinked = charge ? charge.amount_refunded - (await linkedAmount(store, invoice)) : 0;
  return invoice.total - pre - post - Math.max(0, unlinked);
}

/** What refunds give back that credit notes of the invoice are linked to. */
async function linkedAmount(store: Store, invoice: Stripe.Invoice): Promise<number> {
  const notes = await store.all<Stripe.CreditNote>("credit_note", { where: { invoice: invoice.id } });
  return notes
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
}

/** How much of a refund credit notes are linked to already. */
export async function linkedOf(store: Store, invoice: Stripe.Invoice, refund: string): Promise<number> {
  const notes = await store.all<Stripe.CreditNote>("credit_note", { where: { invoice: invoice.id } });
  return notes
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, one) => sum + (one.refund === refund ? one.amount_refunded : 0), 0);
}

/** Writes a credit note down, and does what it says: less to pay for its invoice, a refund, a credit on the balance. */
export async function issueCreditNote(
  store: Store,
  invoice: Stripe.Invoice,
  composed: Stripe.CreditNote,
  { refund, refunds, credit }: Settlement,
): Promise<Stripe.CreditNote> {
  const charge = refund > 0 ? await chargeOf(store, invoice) : null;
  const made = charge && (await refundCharge(store, charge, { amount: refund, metadata: {} }));
  const linked = [...refunds, ...(made ? [{ refund: made.id, amount: made.amount }] : [])];
  const transaction =
    credit > 0
      ? await changeBalance(store, await customerOf(store, invoice), {
          amount: -credit,
          currency: invoice.currency,
          creditNote: composed.id,
          type: "credit_note",
        })
      : null;
  const note = store.add<Stripe.CreditNote>({
    ...composed,
    customer_balance_transaction: transaction?.id ?? null,
    refunds: linked.map(({ refund: id, amount }) => ({
      amount_refunded: amount,
      payment_record_refund: null,
      refund: id,
      type: "refund",
    })),
  });
  await emit(store, "credit_note.created", note);
  await lowerInvoice(store, invoice, note);
  return note;
}

/** The invoice with what a credit note takes off: of what remains to be paid first, paid by it where nothing remains. */
async function lowerInvoice(store: Store, before: Stripe.Invoice, note: Stripe.CreditNote): Promise<void> {
  const { pre_payment_amount: pre, post_payment_amount: post } = note;
  const lowered = await change<Stripe.Invoice>(store, "invoice.updated", before, {
    ...before,
    amount_due: before.amount_due - pre,
    amount_remaining: before.amount_remaining - pre,
    pre_payment_credit_notes_amount: before.pre_payment_credit_notes_amount + pre,
    post_payment_credit_notes_amount: before.post_payment_credit_notes_amount + post,
  });
  if (pre === 0) return;
  await askFor(store, lowered);
  if (lowered.amount_remaining === 0) await afterPayment(store, await markPaid(store, lowered));
}

/** The intent and the payment of an open invoice ask for what remains of it; with nothing to ask for they are canceled. */
async function askFor(store: Store, invoice: Stripe.Invoice): Promise<void> {
  const intent = await intentOf(store, invoice);
  const amount = invoice.amount_remaining;
  if (!intent || intent.status === "succeeded" || intent.status === "canceled") return;
  const isOver = amount === 0;
  const asking = store.put<Stripe.PaymentIntent>(
    isOver
      ? { ...intent, status: "canceled", canceled_at: store.now, next_action: null }
      : { ...intent, amount },
  );
  for (const payment of await paymentsOf(store, invoice))
    store.put<Stripe.InvoicePayment>(
      isOver
        ? { ...payment, status: "canceled", status_transitions: { canceled_at: store.now, paid_at: null } }
        : { ...payment, amount_requested: amount },
    );
  if (isOver) await emit(store, "payment_intent.canceled", asking);
}

/** Takes a credit note back, and its invoice asks for the amount again. */
export async function voidCreditNote(
  store: Store,
  note: Stripe.CreditNote,
  invoice: Stripe.Invoice,
): Promise<Stripe.CreditNote> {
  const amount = note.pre_payment_amount;
  const raised = await change<Stripe.Invoice>(store, "invoice.updated", invoice, {
    ...invoice,
    amount_due: invoice.amount_due + amount,
    amount_remaining: invoice.amount_remaining + amount,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount - amount,
  });
  await askFor(store, raised);
  const voided = store.put<Stripe.CreditNote>({ ...note, status: "void", voided_at: store.now });
  await emit(store, "credit_note.voided", voided);
  return voided;
}
