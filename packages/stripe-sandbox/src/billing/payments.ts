import type Stripe from "stripe";
import { authenticationRequired, type Decline, toFailure } from "../cards/declines.ts";
import { emit } from "../events.ts";
import { makeCharge } from "../objects/charge.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import { cardOf } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";
import type { Failure } from "../wire/failure.ts";
import { disputeAsCard } from "./disputes.ts";

/** How the confirmation of a payment intent went. */
export type Outcome =
  | { state: "succeeded"; intent: Stripe.PaymentIntent }
  | { state: "failed"; intent: Stripe.PaymentIntent; failure: Failure }
  | { state: "requires_action"; intent: Stripe.PaymentIntent; failure: Failure };

interface Confirmation {
  /** Whether the card's holder is away, so that they cannot be asked. */
  isOffSession: boolean;
  /** Whether a charge that needs the holder is declined instead of left waiting for them. */
  isHolderAbsent?: boolean;
  /** Whether they have just been asked and agreed. */
  isAuthenticated?: boolean;
  returnUrl?: string | undefined;
}

/** Charges a card for a payment intent, or asks for its holder. What came of it is written into the intent. */
export async function confirmPayment(
  store: Store,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  how: Confirmation,
): Promise<Outcome> {
  const { card, isSetUp, isConfirmed } = await cardOf(store, method);
  const isAuthenticated = (how.isAuthenticated ?? false) || isConfirmed;
  if (isConfirmed) store.put(method, { is_confirmed_once: false } satisfies Partial<HiddenCard>);
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  if (card.decline) return fail(store, intent, method, card.decline);
  const isExempt =
    card.confirmation === "unless_set_up" ? isSetUp : card.confirmation === "on_session" && how.isOffSession;
  const isAsked = card.confirmation !== undefined && !isExempt && !isAuthenticated;
  if (isAsked) return how.isHolderAbsent ? decline(store, intent, method) : ask(store, intent, how);
  if (card.chargeDecline) return fail(store, intent, method, card.chargeDecline);
  if (isAuthenticated) store.put(method, { is_set_up: true } satisfies Partial<HiddenCard>);
  const charge = store.add(makeCharge(store.now, intent, method, null));
  const paid = store.put<Stripe.PaymentIntent>({
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: charge.id,
  });
  await emit(store, "charge.succeeded", charge);
  await disputeAsCard(store, charge, card.dispute);
  await emit(store, "payment_intent.succeeded", paid);
  return { state: "succeeded", intent: paid };
}

async function fail(
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Promise<Outcome> {
  const failure = toFailure(decline);
  const charge = store.add(makeCharge(store.now, intent, method, decline));
  const failed = store.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: { ...failure.fields(), charge: charge.id, payment_method: method },
  });
  await emit(store, "charge.failed", charge);
  await emit(store, "payment_intent.payment_failed", failed);
  return {
    state: "failed",
    intent: failed,
    failure: failure.with({ more: { charge: charge.id, payment_intent: failed, payment_method: method } }),
  };
}

/** Observed at 2026-08-26.dahlia: a charge without its holder is declined before there is any charge. */
async function decline(
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Promise<Outcome> {
  const failure = authenticationRequired();
  const declined = store.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { ...failure.fields(), payment_method: method },
  });
  await emit(store, "payment_intent.payment_failed", declined);
  return {
    state: "failed",
    intent: declined,
    failure: failure.with({ more: { payment_intent: declined, payment_method: method } }),
  };
}

async function ask(
  store: Store,
  intent: Stripe.PaymentIntent,
  { returnUrl }: Confirmation,
): Promise<Outcome> {
  const next_action = nextAction(store, intent.client_secret, returnUrl);
  const waiting = store.put<Stripe.PaymentIntent>({ ...intent, status: "requires_action", next_action });
  await emit(store, "payment_intent.requires_action", waiting);
  return { state: "requires_action", intent: waiting, failure: authenticationRequired() };
}

interface Asking {
  redirect_to_url?: { return_url: string | null; url: string | null };
  use_stripe_sdk?: Record<string, string>;
  type: string;
}

/** Where the card's holder confirms: a page of the sandbox, to which the browser goes or which Stripe's script opens. */
export function nextAction(store: Store, clientSecret: string | null, returnUrl: string | undefined): Asking {
  const page = new URL(`${store.cause.baseUrl}/c/authenticate`);
  page.searchParams.set("account", store.account);
  page.searchParams.set("client_secret", clientSecret ?? "");
  if (returnUrl === undefined) {
    return {
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: page.href },
    };
  }
  page.searchParams.set("return_url", returnUrl);
  return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url: page.href } };
}

/** The card's holder refused to confirm: https://docs.stripe.com/error-codes#payment-intent-authentication-failure. */
export async function refusePayment(
  store: Store,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const refused = store.put<Stripe.PaymentIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      code: "payment_intent_authentication_failure",
      doc_url: "https://stripe.com/docs/error-codes/payment-intent-authentication-failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      type: "invalid_request_error",
    },
  });
  await emit(store, "payment_intent.payment_failed", refused);
  return refused;
}

/**
 * The payment method that an invoice is charged to: the subscription's own, else the customer's. One that was detached, which a phase
 * of a schedule may still name, "can no longer be used for payments" (SDK, PaymentMethodResource.detach).
 */
export async function methodFor(
  store: Store,
  customer: Stripe.Customer,
  own: string | Stripe.PaymentMethod | null | undefined,
): Promise<Stripe.PaymentMethod | null> {
  const chosen = own ?? customer.invoice_settings.default_payment_method;
  const id = typeof chosen === "string" ? chosen : (chosen?.id ?? null);
  const method = id === null ? null : await store.find<Stripe.PaymentMethod>("payment_method", id);
  return method?.customer === customer.id ? method : null;
}
