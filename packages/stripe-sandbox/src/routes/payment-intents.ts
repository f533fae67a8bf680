import type Stripe from "stripe";
import { afterPayment } from "../billing/after-payment.ts";
import { tried } from "../billing/collect.ts";
import { markPaid } from "../billing/invoices.ts";
import { confirmPayment, type Outcome } from "../billing/payments.ts";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { invalid, missing } from "../wire/failure.ts";
import { Flag, pagingByDate, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { attach, methodNamed } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { confirmFields, methodSent } from "./setup-intents.ts";

const PATH = "/v1/payment_intents";

/** With the publishable key an intent is reached by its client secret alone. */
async function load(call: Call, clientSecret: string | undefined): Promise<Stripe.PaymentIntent> {
  const intent = await call.store.get<Stripe.PaymentIntent>("payment_intent", idOf(call));
  if (!call.isSecret && intent.client_secret !== clientSecret) throw missing("payment_intent", intent.id);
  return intent;
}

/** Confirms the payment intent of an invoice, as the browser does after a subscription was left incomplete. */
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
    (kept === null ? null : await methodNamed(store, String(kept), "payment_method"));
  if (!method) {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent " +
      "with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
    throw invalid(message, { code: "payment_intent_unexpected_state" });
  }
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalid("The payment method belongs to another customer.", { param: "payment_method" });
  }
  const how = { isOffSession: input.off_session ?? false, returnUrl: input.return_url };
  return concluded(store, await confirmPayment(store, intent, method, how), method);
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
  if (kept.customer === null && typeof intent.customer === "string")
    await attach(store, kept, intent.customer);
  if (invoice?.status === "open") {
    await afterPayment(store, await markPaid(store, tried(invoice, { retries: "keep" })));
  }
  return intent;
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
