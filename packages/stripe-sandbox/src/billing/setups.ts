import type Stripe from "stripe";
import { toFailure } from "../cards/declines.ts";
import { change, emit } from "../events.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import { attach, cardOf } from "../routes/payment-methods.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";
import { nextAction } from "./payments.ts";

interface How {
  returnUrl?: string | undefined;
  /** Whether the card's holder has just been asked and agreed. */
  isAuthenticated?: boolean;
}

/** Sets a card up for later charges: asks its bank, and its holder where the bank requires it. */
export async function confirmSetup(
  store: Store,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  how: How,
): Promise<Stripe.SetupIntent> {
  const { card } = await cardOf(store, method);
  const intent: Stripe.SetupIntent = {
    ...before,
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  };
  if (card.decline) return refuse(store, intent, method, toFailure(card.decline));
  if (card.confirmation !== undefined && !how.isAuthenticated) {
    const next_action = nextAction(store, intent.client_secret, how.returnUrl);
    const waiting = store.put<Stripe.SetupIntent>({ ...intent, status: "requires_action", next_action });
    await emit(store, "setup_intent.requires_action", waiting);
    return waiting;
  }
  store.put(method, { is_set_up: true } satisfies Partial<HiddenCard>);
  if (typeof intent.customer === "string") await attach(store, method, intent.customer);
  const done = store.put<Stripe.SetupIntent>({ ...intent, status: "succeeded" });
  await emit(store, "setup_intent.succeeded", done);
  await saveForSubscription(store, done, method);
  return done;
}

/** The intent that a trial without a card asked for: the card becomes the subscription's. */
async function saveForSubscription(
  store: Store,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Promise<void> {
  const { subscription: id } = await store.hidden<{ subscription: string }>(intent.id);
  const subscription = id === undefined ? null : await store.find<Stripe.Subscription>("subscription", id);
  if (!subscription || subscription.pending_setup_intent !== intent.id) return;
  const saved: Stripe.Subscription = {
    ...subscription,
    pending_setup_intent: null,
    default_payment_method: method.id,
  };
  await change<Stripe.Subscription>(store, "customer.subscription.updated", subscription, saved);
}

/** The refusal stays written in the intent. */
async function refuse(
  store: Store,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  failure: Failure,
): Promise<never> {
  const refused = store.put<Stripe.SetupIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    last_setup_error: { ...failure.fields(), payment_method: method },
  });
  await emit(store, "setup_intent.setup_failed", refused);
  throw failure.with({ more: { payment_method: method, setup_intent: refused }, keepsChanges: true });
}

/** The card's holder refused to confirm: https://docs.stripe.com/error-codes#setup-intent-authentication-failure. */
export async function refuseSetup(store: Store, intent: Stripe.SetupIntent): Promise<Stripe.SetupIntent> {
  const failure = new Failure({
    status: 402,
    type: "invalid_request_error",
    code: "setup_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  });
  const refused = store.put<Stripe.SetupIntent>({
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: failure.fields(),
  });
  await emit(store, "setup_intent.setup_failed", refused);
  return refused;
}
