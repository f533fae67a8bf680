import type Stripe from "stripe";
import { settingsOf } from "../account-settings.ts";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";
import { afterFailure, afterPayment } from "./after-payment.ts";
import { customerOf, intentOf, markPaid, subscriptionOf } from "./invoices.ts";
import { confirmPayment, methodFor, type Outcome } from "./payments.ts";

const DAY = 86_400;

interface How {
  /** Instead of the subscription's and the customer's. */
  method?: Stripe.PaymentMethod | undefined;
  isOffSession: boolean;
  /**
   * What a failure does to the schedule of retries: it goes on with it; it leaves it as it is, unless it is the very first
   * attempt (a payment by hand: https://docs.stripe.com/api/invoices/object#invoice_object-attempt_count); or nothing follows.
   */
  retries: "advance" | "keep" | "none";
}

interface Collected {
  invoice: Stripe.Invoice;
  /** Why it is not paid; null when it is. */
  failure: Failure | null;
  needsAction: boolean;
}

/** Charges an open invoice and writes what came of it into it. Its subscription is left as it is. */
export async function attemptPayment(store: Store, invoice: Stripe.Invoice, how: How): Promise<Collected> {
  if (invoice.amount_due === 0)
    return { invoice: await markPaid(store, invoice), failure: null, needsAction: false };
  const customer = await customerOf(store, invoice);
  const subscription = await subscriptionOf(store, invoice);
  const method =
    how.method ??
    (await methodFor(
      store,
      customer,
      invoice.default_payment_method ?? subscription?.default_payment_method,
    ));
  const intent = await intentOf(store, invoice);
  if (!intent) throw new Error(`${invoice.id} is open without a payment intent.`);
  if (!method)
    return { invoice: await failed(store, invoice, how, "failed"), failure: noMethod(), needsAction: false };
  const outcome = await confirmPayment(store, intent, method, { isOffSession: how.isOffSession });
  if (outcome.state === "succeeded")
    return { invoice: await markPaid(store, tried(invoice, how)), failure: null, needsAction: false };
  const open = await failed(store, invoice, how, outcome.state);
  return { invoice: open, failure: outcome.failure, needsAction: outcome.state === "requires_action" };
}

/** The invoice with one attempt more: the first one always counts, further ones when the schedule makes them. */
export function tried(invoice: Stripe.Invoice, { retries }: Pick<How, "retries">): Stripe.Invoice {
  const counts = invoice.attempt_count === 0 || retries !== "keep";
  return { ...invoice, attempted: true, attempt_count: invoice.attempt_count + (counts ? 1 : 0) };
}

async function failed(
  store: Store,
  before: Stripe.Invoice,
  how: How,
  state: Outcome["state"],
): Promise<Stripe.Invoice> {
  const invoice = tried(before, how);
  const open = store.put<Stripe.Invoice>({
    ...invoice,
    next_payment_attempt: await nextAttempt(store, before, invoice, how),
  });
  await emit(store, "invoice.payment_failed", open);
  if (state === "requires_action") await emit(store, "invoice.payment_action_required", open);
  return open;
}

/** When the account's schedule tries again, counted from now; null when it does not. A first payment is never tried again. */
async function nextAttempt(
  store: Store,
  before: Stripe.Invoice,
  { attempt_count }: Stripe.Invoice,
  { retries }: How,
): Promise<number | null> {
  if (retries === "none" || !before.auto_advance) return null;
  if (retries === "keep" && before.attempt_count > 0) return before.next_payment_attempt;
  if ((await subscriptionOf(store, before))?.status === "incomplete") return null;
  const days = (await settingsOf(store)).retry_days[attempt_count - 1];
  return days === undefined ? null : store.now + days * DAY;
}

/** Charges an open invoice of a running subscription, and lets the subscription follow. */
export async function collect(store: Store, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const collected = await attemptPayment(store, invoice, { isOffSession: true, retries: "advance" });
  if (collected.failure === null) await afterPayment(store, collected.invoice);
  else await afterFailure(store, collected.invoice);
  return collected.invoice;
}

/** There is no card to charge: https://docs.stripe.com/billing/subscriptions/payment-methods-setting. */
export function noMethod(): Failure {
  const message =
    "This customer has no attached payment source or default payment method. Please consider adding a default payment " +
    "method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.";
  return new Failure({ status: 400, type: "invalid_request_error", code: "resource_missing", message });
}
