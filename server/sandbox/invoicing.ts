import type Stripe from "stripe";
import { emit } from "./events.ts";
import { type LineFacts, makeInvoice, makeLine } from "./objects/invoice.ts";
import { charge, methodFor, type Outcome } from "./payments.ts";
import { newId, type Store } from "./store.ts";

interface Draft {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  lines: LineFacts[];
  reason: Stripe.Invoice.BillingReason;
}

/** Days after a failed charge on which it is tried again; after the last the subscription is canceled. */
export const RETRY_DAYS = [3, 5, 7];

/** A draft invoice with its lines. */
export async function draftInvoice(
  store: Store,
  { customer, subscription, lines, reason }: Draft,
): Promise<Stripe.Invoice> {
  const id = newId("in");
  const made = lines.map((line) => makeLine(id, subscription.currency, line));
  const periodStart = Math.min(...lines.map(({ start }) => start), store.now);
  const invoice = makeInvoice(store.now, {
    id,
    customer,
    subscription,
    lines: made,
    reason,
    periodStart,
    periodEnd: store.now,
  });
  await store.add(invoice);
  await emit(store, "invoice.created", invoice);
  return invoice;
}

/** Numbers it and applies the customer's balance: a credit pays first, what the invoice owes the customer becomes credit. */
export async function finalizeInvoice(
  store: Store,
  invoice: Stripe.Invoice,
  customer: Stripe.Customer,
): Promise<Stripe.Invoice> {
  const owed = invoice.total + customer.balance;
  const due = Math.max(0, owed);
  const ending = Math.min(0, owed);
  const sequence = customer.next_invoice_sequence ?? 1;
  await store.put<Stripe.Customer>({
    ...customer,
    balance: ending,
    next_invoice_sequence: sequence + 1,
    currency: invoice.currency,
  });
  const finalized = await store.put<Stripe.Invoice>({
    ...invoice,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
    ending_balance: ending,
    effective_at: store.now,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: store.now },
  });
  await emit(store, "invoice.finalized", finalized);
  return finalized;
}

/** Charges an open invoice and writes what came of it into it. */
export async function payInvoice(
  store: Store,
  invoice: Stripe.Invoice,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
): Promise<{ invoice: Stripe.Invoice; outcome: Outcome }> {
  const method = await methodFor(store, customer, subscription.default_payment_method);
  const outcome = await charge(store, customer, method, invoice.amount_due, invoice.currency);
  const attempt = {
    attempted: invoice.amount_due > 0,
    attempt_count: invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0),
  };
  const secret = outcome.intent?.client_secret;
  const confirmation = secret ? { client_secret: secret, type: "payment_intent" } : null;
  if (outcome.state === "succeeded") {
    const paid = await store.put<Stripe.Invoice>({
      ...invoice,
      ...attempt,
      status: "paid",
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      next_payment_attempt: null,
      confirmation_secret: confirmation,
      status_transitions: { ...invoice.status_transitions, paid_at: store.now },
    });
    await emit(store, "invoice.paid", paid);
    return { invoice: paid, outcome };
  }
  const days = RETRY_DAYS[attempt.attempt_count - 1];
  const failed = await store.put<Stripe.Invoice>({
    ...invoice,
    ...attempt,
    next_payment_attempt: days === undefined ? null : store.now + days * 86_400,
    confirmation_secret: confirmation,
  });
  await emit(
    store,
    outcome.state === "failed" ? "invoice.payment_failed" : "invoice.payment_action_required",
    failed,
  );
  return { invoice: failed, outcome };
}
