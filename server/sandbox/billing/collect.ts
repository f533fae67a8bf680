import type Stripe from "stripe";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";
import { afterFailure, afterPayment } from "./after-payment.ts";
import { customerOf, intentOf, markPaid, subscriptionOf } from "./invoices.ts";
import { confirmPayment, methodFor, type Outcome } from "./payments.ts";

/**
 * Days after a failed charge on which it is tried again; after the last, the subscription is canceled. Stripe's own retries
 * are chosen by a model; this is the fixed schedule that it offers instead:
 * https://docs.stripe.com/billing/revenue-recovery/customer-emails#custom-retry-schedule.
 */
const RETRY_DAYS = [3, 5, 7];

const DAY = 86_400;

interface How {
  /** Instead of the subscription's and the customer's. */
  method?: Stripe.PaymentMethod | undefined;
  isOffSession: boolean;
  /** Whether a failure is tried again later. */
  isRetried: boolean;
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
  const tried: Stripe.Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (outcome.state === "succeeded")
    return { invoice: await markPaid(store, tried), failure: null, needsAction: false };
  const open = await failed(store, tried, how, outcome.state);
  return { invoice: open, failure: outcome.failure, needsAction: outcome.state === "requires_action" };
}

async function failed(
  store: Store,
  invoice: Stripe.Invoice,
  how: How,
  state: Outcome["state"],
): Promise<Stripe.Invoice> {
  const attempt_count = invoice.attempted ? invoice.attempt_count : invoice.attempt_count + 1;
  const days = how.isRetried ? RETRY_DAYS[attempt_count - 1] : undefined;
  const open = store.put<Stripe.Invoice>({
    ...invoice,
    attempted: true,
    attempt_count,
    next_payment_attempt: days === undefined ? null : store.now + days * DAY,
  });
  await emit(store, "invoice.payment_failed", open);
  if (state === "requires_action") await emit(store, "invoice.payment_action_required", open);
  return open;
}

/** Charges an open invoice of a running subscription, and lets the subscription follow. */
export async function collect(store: Store, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const collected = await attemptPayment(store, invoice, { isOffSession: true, isRetried: true });
  if (collected.failure === null) await afterPayment(store, collected.invoice);
  else await afterFailure(store, collected.invoice);
  return collected.invoice;
}

/** Nobody can be charged: https://docs.stripe.com/billing/subscriptions/payment-methods-setting. */
export function noMethod(): Failure {
  const message =
    "This customer has no attached payment source or default payment method. Please consider adding a default payment " +
    "method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.";
  return new Failure({ status: 400, type: "invalid_request_error", code: "resource_missing", message });
}
