import type Stripe from "stripe";
import { type Debit, INCOMPLETE_SECONDS } from "../due.ts";
import { emit } from "../events.ts";
import { makeInvoiceItem } from "../objects/invoice-item.ts";
import type { Store } from "../store.ts";
import { holdBack } from "./after-payment.ts";
import { attemptPayment, noMethod } from "./collect.ts";
import { type Order, pendingItems } from "./compose-invoice.ts";
import { runningDiscounts } from "./discounts.ts";
import type { Exchanged } from "./exchange-items.ts";
import { customerOf, DRAFT_SECONDS, draftInvoice, finalizeInvoice } from "./invoices.ts";
import type { LineFacts } from "./lines.ts";
import { methodFor } from "./payments.ts";
import { type PaymentBehavior, type ProrationBehavior, refusal } from "./start-subscription.ts";
import { debitsIn, saveSubscription } from "./subscriptions.ts";

export interface Terms {
  proration: ProrationBehavior;
  paymentBehavior: PaymentBehavior;
  isOffSession: boolean;
  extras: LineFacts[];
}

/**
 * Whether a change is invoiced at once: when it is asked for, or when a period or trial begins. What is added to it makes no invoice by
 * itself: https://docs.stripe.com/billing/subscriptions/billing-mode/compare#invoice-one-time-charges.
 */
export function isInvoicedNow(
  { prorations, period }: Exchanged,
  { proration }: Pick<Terms, "proration">,
): boolean {
  return period.length > 0 || (proration === "always_invoice" && prorations.length > 0);
}

/** The invoice of a change, before it is written. */
export async function orderOf(
  store: Store,
  { moved, prorations, period }: Exchanged,
  { extras }: Terms,
): Promise<Order> {
  const customer = await customerOf(store, moved);
  const pending = await pendingItems(store, customer.id, moved.id, moved.currency);
  // Extras wait as invoice items; those of a preview are not written.
  const unwritten = extras.filter(({ invoiceItem }) => !pending.some(({ id }) => id === invoiceItem));
  return {
    customer,
    subscription: moved,
    currency: moved.currency,
    lines: [...prorations, ...period, ...unwritten],
    reason: "subscription_update",
    pending,
    discounts: await runningDiscounts(store, moved),
  };
}

/** Carries a change out: what it costs waits for the next invoice, or is invoiced and charged at once. */
export async function changeSubscription(
  store: Store,
  before: Stripe.Subscription,
  exchanged: Exchanged,
  terms: Terms,
): Promise<Stripe.Subscription> {
  const { moved, prorations, debits } = exchanged;
  if (!isInvoicedNow(exchanged, terms)) {
    for (const line of prorations) await waitForInvoice(store, moved, line);
    return saveSubscription(store, before, moved, { debits: [...debits, ...prorations.flatMap(debitOf)] });
  }
  const isSent = moved.collection_method === "send_invoice";
  const draft = await draftInvoice(
    store,
    await orderOf(store, exchanged, terms),
    isSent ? store.now + DRAFT_SECONDS : null,
  );
  const all = [...debits, ...debitsIn(draft)];
  const latest: Stripe.Subscription = { ...moved, latest_invoice: draft.id };
  if (isSent) return saveSubscription(store, before, latest, { debits: all });
  const open = await finalizeInvoice(store, draft);
  if (open.amount_due > 0) return charge(store, { before, latest, open, debits: all, terms });
  await attemptPayment(store, open, { isOffSession: true, retries: "none" });
  return saveSubscription(store, before, latest, { debits: all });
}

interface Charging {
  before: Stripe.Subscription;
  latest: Stripe.Subscription;
  open: Stripe.Invoice;
  debits: Debit[];
  terms: Terms;
}

async function charge(
  store: Store,
  { before, latest, open, debits, terms }: Charging,
): Promise<Stripe.Subscription> {
  const overdue: Stripe.Subscription = { ...latest, status: "past_due" };
  if (terms.paymentBehavior === "default_incomplete")
    return saveSubscription(store, before, overdue, { debits });
  const method = await methodFor(store, await customerOf(store, latest), latest.default_payment_method);
  if (!method) throw noMethod();
  const retries = terms.paymentBehavior === "allow_incomplete" ? "advance" : "none";
  const collected = await attemptPayment(store, open, { isOffSession: terms.isOffSession, retries });
  if (collected.failure === null) return saveSubscription(store, before, latest, { debits });
  if (terms.paymentBehavior === "error_if_incomplete") {
    throw refusal(collected.failure, collected.needsAction, terms.isOffSession);
  }
  if (terms.paymentBehavior === "pending_if_incomplete") {
    const held = { subscription: latest, debits };
    return holdBack(store, before, held, expiryOf(store.now, before), collected.invoice);
  }
  return saveSubscription(store, before, overdue, { debits });
}

/**
 * When a change that is not paid for is dropped: after 23 hours, or where the trial or the period ends before
 * (https://docs.stripe.com/billing/subscriptions/pending-updates-reference#expiration).
 */
function expiryOf(now: number, { status, trial_end, items }: Stripe.Subscription): number {
  const ends = items.data.map((item) => item.current_period_end);
  if (status === "trialing" && trial_end !== null) ends.push(trial_end);
  return Math.min(now + INCOMPLETE_SECONDS, ...ends);
}

/** Keeps a line for the next invoice. */
export async function waitForInvoice(
  store: Store,
  subscription: Stripe.Subscription,
  line: LineFacts,
): Promise<void> {
  const customer =
    typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id;
  const facts = { customer, currency: subscription.currency, invoice: null, clock: store.clock, line };
  await emit(store, "invoiceitem.created", store.add(makeInvoiceItem(store.now, facts)));
}

function debitOf({ item, amount, period }: LineFacts): Debit[] {
  return item !== null && amount > 0 ? [{ item, amount, ...period, invoice: null, line: null }] : [];
}
