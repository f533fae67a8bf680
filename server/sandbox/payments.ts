import type Stripe from "stripe";
import type { Decline } from "./objects/card-behaviour.ts";
import { cardByNumber } from "./objects/card-behaviour.ts";
import { makePaymentIntent } from "./objects/intents.ts";
import type { Store } from "./store.ts";
import { declined, type Failure } from "./wire/failure.ts";

/** How a charge went. */
export type Outcome =
  | { state: "succeeded"; intent: Stripe.PaymentIntent | null }
  | { state: "failed"; intent: Stripe.PaymentIntent | null; failure: Failure }
  | { state: "requires_action"; intent: Stripe.PaymentIntent; failure: Failure };

/** A decline in the words of Stripe's wire. */
export function toFailure(decline: Decline): Failure {
  return declined(decline.code, decline.message, decline.declineCode);
}

/** The payment method that a subscription's invoices are charged to: its own, else the customer's. */
export async function methodFor(
  store: Store,
  customer: Stripe.Customer,
  own: Stripe.Subscription["default_payment_method"],
): Promise<Stripe.PaymentMethod | null> {
  const chosen = own ?? customer.invoice_settings.default_payment_method;
  const id = typeof chosen === "string" ? chosen : (chosen?.id ?? null);
  return id === null ? null : store.find<Stripe.PaymentMethod>("payment_method", id);
}

/** Charges a card for an invoice. Nothing is charged for nothing. */
export async function charge(
  store: Store,
  customer: Stripe.Customer,
  method: Stripe.PaymentMethod | null,
  amount: number,
  currency: string,
): Promise<Outcome> {
  if (amount === 0) return { state: "succeeded", intent: null };
  if (!method) return { state: "failed", intent: null, failure: noMethod() };
  const hidden = await store.hidden(method.id);
  const card = cardByNumber(hidden.number ?? "");
  const draft = makePaymentIntent(store.now, {
    amount,
    currency,
    customer: customer.id,
    paymentMethod: method.id,
  });
  const decline = card?.decline ?? card?.laterDecline;
  if (decline) {
    const intent = await store.add<Stripe.PaymentIntent>({ ...draft, status: "requires_payment_method" });
    return { state: "failed", intent, failure: toFailure(decline) };
  }
  const isSetUp = hidden.set_up === "true";
  if (card?.confirmation === "always" || (card?.confirmation === "unless_set_up" && !isSetUp)) {
    const intent = await store.add<Stripe.PaymentIntent>({ ...draft, status: "requires_action" });
    const message = "Your card was declined. This transaction requires authentication.";
    return {
      state: "requires_action",
      intent,
      failure: declined("authentication_required", message, "authentication_required"),
    };
  }
  const intent = await store.add<Stripe.PaymentIntent>({
    ...draft,
    status: "succeeded",
    amount_received: amount,
  });
  return { state: "succeeded", intent };
}

function noMethod(): Failure {
  const message =
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.";
  return declined("resource_missing", message);
}
