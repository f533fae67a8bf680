import type Stripe from "stripe";
import { afterPayment } from "../billing/after-payment.ts";
import { tried } from "../billing/collect.ts";
import { markPaid } from "../billing/invoices.ts";
import { confirmPayment, type Outcome } from "../billing/payments.ts";
import { emit } from "../events.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import type { Store } from "../store.ts";
import { type Failure, invalid, missing } from "../wire/failure.ts";
import { Flag, pagingByDate, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { attach, cardOf, DETACHED, methodNamed } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { confirmFields, methodSent } from "./setup-intents.ts";

export const PATH = "/v1/payment_intents";

/** With the publishable key an intent is reached by its client secret alone. */
async function load(call: Call, clientSecret: string | undefined): Promise<Stripe.PaymentIntent> {
  const intent = await call.store.get<Stripe.PaymentIntent>("payment_intent", idOf(call));
  if (!call.isSecret && intent.client_secret !== clientSecret) throw missing("payment_intent", intent.id);
  return intent;
}

/** Confirms a payment intent, as the browser does after a subscription was left incomplete. */
async function confirm(call: Call): Promise<Stripe.PaymentIntent> {
  const { store } = call;
  const shape = { ...confirmFields, client_secret: Text.optional(), off_session: Flag.optional() };
  const input = read(shape, call.params);
  const intent = await load(call, input.client_secret);
  if (intent.status === "succeeded" || intent.status === "canceled") {
    const message = `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`;
    throw invalid(message, { code: "payment_intent_unexpected_state" });
  }
  const kept = intent.payment_method;
  const method =
    (await methodSent(store, input)) ??
    (kept === null
      ? await defaultMethod(store, intent)
      : await methodNamed(store, String(kept), "payment_method"));
  return confirmIntent(call, intent, method, input);
}

/** Observed: an intent that names no payment method is confirmed with its customer's default. */
async function defaultMethod(store: Store, { customer: id }: Stripe.PaymentIntent) {
  if (typeof id !== "string") return null;
  const { invoice_settings } = await store.get<Stripe.Customer>("customer", id, "customer");
  const chosen = invoice_settings.default_payment_method;
  return chosen === null ? null : methodNamed(store, String(chosen), "payment_method");
}

interface Confirming {
  off_session?: boolean | undefined;
  return_url?: string | undefined;
}

/** Charges the payment method, or asks its holder; a holder who is absent cannot be asked. */
export async function confirmIntent(
  { store, isSecret }: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | null,
  { off_session: isOffSession = false, return_url: returnUrl }: Confirming,
): Promise<Stripe.PaymentIntent> {
  if (isOffSession && intent.setup_future_usage !== null) throw usageOffSession(intent);
  if (!method) throw noMethod(intent);
  methodFitting(intent, method);
  if ((await cardOf(store, method)).isDetached) throw invalid(DETACHED);
  if (isSecret && returnUrl === undefined && intent.automatic_payment_methods?.allow_redirects === "always") {
    const message =
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment " +
      "methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept " +
      "redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";
    throw invalid(message);
  }
  const how = { isOffSession, returnUrl, isHolderAbsent: isOffSession };
  return concluded(store, await confirmPayment(store, intent, method, how), method);
}

/** The words: github.com/artsy/exchange/pull/484, github.com/tastyigniter/ti-ext-payregister/pull/38; no source has the param. */
function usageOffSession(intent: Stripe.PaymentIntent): Failure {
  const message =
    "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because " +
    "you cannot set up future usages when processing payments off-session.";
  return invalid(message).with({ more: { payment_intent: intent } });
}

/** Both forms were observed at 2026-08-26.dahlia. */
function noMethod(intent: Stripe.PaymentIntent): Failure {
  const how =
    typeof intent.customer === "string"
      ? `To confirm the PaymentIntent with ${intent.customer}, specify a payment method attached to this customer along with the ` +
        "customer ID."
      : "You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly " +
        "with a payment method or ConfirmationToken.";
  const message = `You cannot confirm this PaymentIntent because it's missing a payment method. ${how}`;
  return invalid(message, { code: "payment_intent_unexpected_state" }).with({
    more: { payment_intent: intent },
  });
}

/** Refuses another customer's payment method, in the words observed at 2026-08-26.dahlia. */
export function methodFitting(intent: Stripe.PaymentIntent, { id, customer }: Stripe.PaymentMethod): void {
  if (customer === null || customer === intent.customer) return;
  const more = { payment_intent: intent };
  if (intent.customer === null) {
    const message =
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${customer}. Please include the Customer in the ` +
      "`customer` parameter on the PaymentIntent.";
    throw invalid(message, { code: "parameter_missing", param: "source" }).with({ more });
  }
  const message =
    `The PaymentMethod ${id} does not belong to the Customer you supplied ${intent.customer}. Please use this PaymentMethod ` +
    "with the Customer that it belongs to instead.";
  throw invalid(message, { param: "payment_method" }).with({ more });
}

/** Takes a confirmation to its end: the card is kept, the invoice paid, the subscription goes on. */
export async function concluded(
  store: Store,
  outcome: Outcome,
  method: Stripe.PaymentMethod,
): Promise<Stripe.PaymentIntent> {
  const { intent } = outcome;
  const invoice = await invoiceOf(store, intent);
  if (outcome.state === "failed") {
    if (invoice?.status === "open") {
      const again = store.put<Stripe.Invoice>(tried(invoice, { retries: "keep" }));
      await emit(store, "invoice.payment_failed", again);
    }
    throw outcome.failure.with({ keepsChanges: true });
  }
  if (outcome.state === "requires_action") return intent;
  const kept = await store.get<Stripe.PaymentMethod>("payment_method", method.id);
  if (kept.customer === null) await keepOrUseUp(store, intent, kept);
  if (invoice?.status === "open") {
    await afterPayment(store, await markPaid(store, tried(invoice, { retries: "keep" })));
  }
  return intent;
}

/** A card that is not to be kept for later cannot be used again: https://docs.stripe.com/api/payment_methods/attach. */
async function keepOrUseUp(
  store: Store,
  { customer, setup_future_usage: usage }: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<void> {
  if (usage === null) store.put(method, { is_detached: true } satisfies Partial<HiddenCard>);
  else if (typeof customer === "string") await attach(store, method, customer);
}

async function invoiceOf(store: Store, intent: Stripe.PaymentIntent): Promise<Stripe.Invoice | null> {
  const { invoice } = await store.hidden<{ invoice: string }>(intent.id);
  return invoice === undefined ? null : store.find<Stripe.Invoice>("invoice", invoice);
}

function listIntents(call: Call) {
  const { customer, ...page } = read({ ...pagingByDate, customer: Text.optional() }, call.params);
  const where = { ...(customer !== undefined && { customer }) };
  return call.store.list<Stripe.PaymentIntent>("payment_intent", PATH, { ...page, where });
}

async function retrieveCharge(call: Call): Promise<Stripe.Charge> {
  read({}, call.params);
  return call.store.get<Stripe.Charge>("charge", idOf(call));
}

function listCharges(call: Call) {
  const { customer, payment_intent, ...page } = read(
    { ...pagingByDate, customer: Text.optional(), payment_intent: Text.optional() },
    call.params,
  );
  const where = {
    ...(customer !== undefined && { customer }),
    ...(payment_intent !== undefined && { payment_intent }),
  };
  return call.store.list<Stripe.Charge>("charge", "/v1/charges", { ...page, where });
}

export const paymentIntentRoutes: Route[] = [
  { method: "GET", path: PATH, handle: listIntents },
  {
    method: "GET",
    path: `${PATH}/:id`,
    isPublic: true,
    handle: (call) => load(call, read({ client_secret: Text.optional() }, call.params).client_secret),
  },
  { method: "POST", path: `${PATH}/:id/confirm`, isPublic: true, handle: confirm },
  { method: "GET", path: "/v1/charges", handle: listCharges },
  { method: "GET", path: "/v1/charges/:id", handle: retrieveCharge },
];
