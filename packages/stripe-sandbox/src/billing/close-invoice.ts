import type Stripe from "stripe";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { changeBalance } from "./balance.ts";
import { customerOf, intentOf, paymentsOf } from "./invoices.ts";

/** Takes an invoice out of collection: void as if it had never been, or given up as uncollectible. */
export async function closeInvoice(
  store: Store,
  invoice: Stripe.Invoice,
  status: "void" | "uncollectible",
): Promise<Stripe.Invoice> {
  const intent = await intentOf(store, invoice);
  if (intent && status === "void" && intent.status !== "succeeded" && intent.status !== "canceled") {
    const canceled = store.put<Stripe.PaymentIntent>({
      ...intent,
      status: "canceled",
      canceled_at: store.now,
      cancellation_reason: "void_invoice",
      next_action: null,
    });
    await emit(store, "payment_intent.canceled", canceled);
    for (const payment of await paymentsOf(store, invoice)) {
      store.put<Stripe.InvoicePayment>({
        ...payment,
        status: "canceled",
        status_transitions: { canceled_at: store.now, paid_at: null },
      });
    }
  }
  if (status === "void") await giveBackBalance(store, invoice);
  const moment = status === "void" ? { voided_at: store.now } : { marked_uncollectible_at: store.now };
  const closed = store.put<Stripe.Invoice>({
    ...invoice,
    status,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, ...moment },
  });
  await emit(store, status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", closed);
  return closed;
}

/** What the invoice took from the customer's balance, or gave to it, is undone. */
async function giveBackBalance(
  store: Store,
  { starting_balance, ending_balance, ...invoice }: Stripe.Invoice,
): Promise<void> {
  const taken = starting_balance - (ending_balance ?? starting_balance);
  if (taken === 0) return;
  const customer = await customerOf(store, invoice);
  const { currency, id } = invoice;
  await changeBalance(store, customer, {
    amount: taken,
    currency,
    invoice: id,
    type: "unapplied_from_invoice",
  });
}
